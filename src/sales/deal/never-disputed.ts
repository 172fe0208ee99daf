import { sql } from 'kysely'
import type { DealKind } from './deal.ts'

/** The part about disputes of a kind of deal that no card pays, so that no bank can dispute it. */
export const neverDisputed: Pick<DealKind, 'dispute' | 'undo' | 'redo'> = {
  dispute: { held: sql`false`, undone: sql`false`, back: sql`false` },
  undo: refuse,
  redo: refuse,
}

async function refuse() {
  throw new Error('a deal that no card paid cannot be disputed')
}
