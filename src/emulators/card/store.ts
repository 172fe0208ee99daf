import { join } from 'node:path'
import { openJournal } from '#src/emulators/journal.ts'
import { type Charge, type Checkout, type Dispute, type Event } from './objects.ts'
import { type EventType, type Intent, newId, type Refund } from './objects.ts'

/** The delivery of an event to the shop. Times are milliseconds of the wall clock. */
export interface Delivery {
  id: string
  attempts: number
  next_at: number
  delivered_at: number | null
}

/** A reply stored under its idempotency key, which is its `id`. */
export interface Reply {
  id: string
  request: string
  reply: object
  created: number
}

interface Rows {
  checkouts: Checkout
  intents: Intent
  charges: Charge
  refunds: Refund
  disputes: Dispute
  events: Event
  deliveries: Delivery
  replies: Reply
}
export type RowWrite = { [T in keyof Rows]: { table: T; row: Rows[T] } }[keyof Rows]
export type Store = { [T in keyof Rows]: ReadonlyMap<string, Rows[T]> } & {
  write(writes: RowWrite[]): void
  close(): void
}

/** The state of the provider. `seconds` returns the current time, `pageUrl` the page of a session. */
export interface Provider {
  store: Store
  /** The calls that are not answered: their connection is closed. */
  unanswered: ReadonlySet<'create' | 'expire'>
  seconds: () => number
  pageUrl: (sessionId: string) => string
}

const API_VERSION = '2026-10-28.endive' // the version that this repository's SDK requests
export const REPLY_SECONDS = 24 * 3600 // as at the vendor

/**
 * Opens the provider's data: rows by id, in order of creation. The changes of a call are one line of
 * a journal, so a killed process leaves all of them or none.
 */
export function openStore(dir: string, seconds: number): Store {
  const journal = openJournal(join(dir, 'card.jsonl'))
  const tables: { [T in keyof Rows]: Map<string, Rows[T]> } = {
    checkouts: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    deliveries: new Map(),
    replies: new Map(),
  }
  const apply = (writes: RowWrite[]) => {
    for (const { table, row } of writes) (tables[table] as Map<string, typeof row>).set(row.id, row)
  }
  for (const writes of journal.entries as RowWrite[][]) apply(writes)
  for (const { id, created } of tables.replies.values())
    if (created < seconds - REPLY_SECONDS) tables.replies.delete(id)
  journal.rewrite(
    Object.entries(tables).flatMap(([table, rows]) =>
      [...rows.values()].map((row) => [{ table, row }]),
    ),
  )
  return {
    ...tables,
    write(writes) {
      journal.append(writes)
      apply(writes)
    },
    close: () => journal.close(),
  }
}

/** Returns the rows of an event and of its delivery, which is due immediately. */
export function announce({ seconds }: Provider, type: EventType, object: object): RowWrite[] {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const delivery: Delivery = { id: event.id, attempts: 0, next_at: Date.now(), delivered_at: null }
  return [
    { table: 'events', row: event },
    { table: 'deliveries', row: delivery },
  ]
}
