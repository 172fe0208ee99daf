import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent, type StepOf, transition } from '#core/database/events.ts'
import { job } from '#core/jobs.ts'
import { freeRentalTransitions } from './free-rental.shared.ts'

/** Tells the people who were added to a list at a time, if it is the list of an open free rental. */
export const tellAddedPeople = job<{ allowlist_id: string; added_at: string }>(
  'free_rental.tell_added',
)

interface NewFreeRental {
  creator: string
  kid: string
  allowlist_id: string
  rental_period_seconds: number
  copies: number
  lang: string
  batch: string
  starts_at: string
  ends_at: string | null
}

/** Step: stores a free rental that is not open yet, and returns its id. The caller has locked its copies. */
export async function insertFreeRental(tx: Tx, terms: NewFreeRental, at: Date): Promise<string> {
  const row = { ...terms, id: randomUUID(), created_at: at.toISOString() }
  const step = { action: 'schedule', by: 'creator', account: terms.creator, at } as const
  await insertWithEvent(tx, freeRentalTransitions, [row], step)
  return row.id
}

/** Step: opens a free rental. Returns false if it is not scheduled. */
export const openFreeRental = (tx: Tx, id: string, at: Date): Promise<boolean> =>
  transition(tx, freeRentalTransitions, id, { action: 'open', by: 'platform', at })

type Ending =
  | Omit<StepOf<typeof freeRentalTransitions, 'end'>, 'set'>
  | Omit<StepOf<typeof freeRentalTransitions, 'expire'>, 'set'>

/** Step: ends a free rental. Returns false if it has ended. The caller has locked its copies. */
export const endFreeRental = (tx: Tx, id: string, step: Ending): Promise<boolean> =>
  transition(tx, freeRentalTransitions, id, { ...step, set: { closed_at: step.at.toISOString() } })
