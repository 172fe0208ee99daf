import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { isHolder } from './holder.shared.ts'

const figures = (length: number) => z.string().regex(new RegExp(`^[0-9]{${length}}$`))
const bankCode = figures(4)

/** What it is called in Japan: savings 普通, checking 当座 (Zengin 1 and 2). */
const depositTypes = ['savings', 'checking'] as const

/** What people write down of an account; the names of bank and branch follow from the codes. */
const fields = {
  holder: z.string().max(100).refine(isHolder),
  account_number: figures(7),
  bank_code: bankCode,
  branch_code: figures(3),
  deposit_type: z.enum(depositTypes),
}
/** The form without the code that comes by mail. */
export const bankForm = z.strictObject(fields)
export type BankForm = z.output<typeof bankForm>

const names = { bank_name: z.string(), branch_name: z.string() }

/** As its owner sees it: of the number the last three figures. */
const ownBank = z.strictObject({
  ...fields,
  ...names,
  holder: z.string(),
  /** Half-width, as the bank gets it. */
  zengin_holder: z.string(),
  account_number: z.string().regex(/^\*{4}[0-9]{3}$/),
  changed_at: z.iso.datetime(),
  /** How long payouts wait when another account takes its place. */
  hold_hours: z.int(),
})
export type OwnBank = z.output<typeof ownBank>

const search = {
  q: z.string().trim().max(60).default(''),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(16),
}
const places = z.strictObject({
  items: z.array(z.strictObject({ code: z.string(), name: z.string(), kana: z.string() })),
  total: z.int(),
})

/** Banks by code, name or reading. */
export const listBanks = endpoint('GET', '/banks', {
  query: z.strictObject(search),
  reply: places,
})

/** The branches of a bank by code, name or reading. */
export const listBranches = endpoint('GET', '/banks/{code}/branches', {
  query: z.strictObject({ code: bankCode, ...search }),
  reply: places,
})

/** One's own bank account, or 404 where none is registered. */
export const getBank = endpoint('GET', '/bank', {
  query: z.strictObject({}),
  reply: ownBank,
})

/**
 * Registers one's bank account, or another in its place, with the code for `bank` that
 * `POST /wallet/codes` sent to one's own e-mail address.
 */
export const putBank = endpoint('PUT', '/bank', {
  body: z.strictObject({ ...fields, code: z.string().regex(/^\d{6}$/) }),
  reply: ownBank,
})
