import { join } from 'node:path'
import { openLines } from '#src/emulators/lines.ts'
import { type Charge, type Checkout, type Dispute, type Event } from './objects.ts'
import { type EventType, type Intent, newId, type Refund } from './objects.ts'

/** How far an event has got on its way to the shop; times are milliseconds of the wall clock. */
export interface Delivery {
  id: string
  attempts: number
  next_at: number
  delivered_at: number | null
}

/** A reply kept under its idempotency key (the id), to be given again. */
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
export type Put = { [T in keyof Rows]: { table: T; row: Rows[T] } }[keyof Rows]
export type Store = { [T in keyof Rows]: ReadonlyMap<string, Rows[T]> } & {
  write(puts: Put[]): void
  close(): void
}

/** What every act of the provider works with; `seconds` is now, `pageUrl` a session's own page. */
export interface Desk {
  store: Store
  seconds: () => number
  pageUrl: (sessionId: string) => string
}

const API_VERSION = '2026-10-28.endive' // the version that the SDK of this repository asks for
export const REPLY_KEPT = 24 * 3600 // seconds, as the vendor keeps them

/**
 * Opens all that the provider remembers: rows by id, in the order they were made. What one
 * decision changes is one line of a journal, so a killed process remembers all of it or nothing.
 */
export function openStore(dir: string, seconds: number): Store {
  const lines = openLines(join(dir, 'card.jsonl'))
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
  const apply = (puts: Put[]) => {
    for (const { table, row } of puts) (tables[table] as Map<string, typeof row>).set(row.id, row)
  }
  for (const puts of lines.kept as Put[][]) apply(puts)
  for (const { id, created } of tables.replies.values())
    if (created < seconds - REPLY_KEPT) tables.replies.delete(id)
  lines.rewrite(
    Object.entries(tables).flatMap(([table, rows]) =>
      [...rows.values()].map((row) => [{ table, row }]),
    ),
  )
  return {
    ...tables,
    write(puts) {
      lines.append(puts)
      apply(puts)
    },
    close: () => lines.close(),
  }
}

/** Tells the shop that something happened: the event, and its delivery that is due at once. */
export function announce({ seconds }: Desk, type: EventType, object: object): Put[] {
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
