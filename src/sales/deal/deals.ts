import { type RawBuilder, sql } from 'kysely'
import type { DealKind } from './deal.ts'
import type { Deal } from './deal.shared.ts'
import { rental } from './rental.ts'
import { sale } from './sale.ts'

/** Every kind of deal. */
export const dealKinds: Record<Deal, DealKind> = { sale, rental }

/** Groups rows by their kind of deal, in the order of `dealKinds`. */
export function byDeal<T extends { deal: string }>(rows: readonly T[]): [DealKind, T[]][] {
  return Object.entries(dealKinds).flatMap(([deal, kind]): [DealKind, T[]][] => {
    const found = rows.filter((row) => row.deal === deal)
    return found.length > 0 ? [[kind, found]] : []
  })
}

/** Returns SQL that has for each purchase the expression of its kind. */
export function caseOfDeal(expression: (kind: DealKind) => RawBuilder<unknown>) {
  const cases = Object.entries(dealKinds).map(
    ([deal, kind]) => sql`when ${sql.lit(deal)} then ${expression(kind)}`,
  )
  return sql`case purchase.deal ${sql.join(cases, sql` `)} end`
}

/** The ledger reasons by which sellers are paid, as a SQL list. */
export const dealReasons = sql`(${sql.join(
  [...new Set(Object.values(dealKinds).map(({ reason }) => reason))].map((reason) =>
    sql.lit(reason),
  ),
)})`

/** The kinds of statement entries by which people earn from deals, and those by which they pay. */
export const earnedKinds = [
  ...new Set(Object.values(dealKinds).map((kind) => kind.statement.earned)),
]
export const paidKinds = [...new Set(Object.values(dealKinds).map((kind) => kind.statement.paid))]
