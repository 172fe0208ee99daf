import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/db.ts'
import { openHeads, record } from '../provenance/provenance.ts'

const AT_ONCE = 1_000 // records are hashed one by one and written this many at a time

interface Issue {
  kid: string
  creator: string
  wallet_address: string
  first_number: number
  copies: number
  /** The upload or copy order that asked for it. */
  subject_id: string
}

/**
 * Issues numbered copies to their creator, each with the first record of its provenance. Numbers
 * that exist already are an overlap and abort the whole.
 */
export async function issueSerials(tx: Tx, issue: Issue, at: Date) {
  const { kid, creator, first_number, copies } = issue
  for (let from = first_number; from < first_number + copies; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, first_number + copies) - 1
    const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const rows = numbers.map((number) => ({ asset_token_id: randomUUID(), number }))
    await sql`
      insert into serial (asset_token_id, kid, number, owner, owned_since)
      select asset_token_id, ${kid}, number, ${creator}, ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (asset_token_id uuid, number int)
    `.execute(tx)
    await openHeads(
      tx,
      rows.map(({ asset_token_id }) => asset_token_id),
    )
    const made = { kid, kind: 'issue', from: null, to: issue.wallet_address } as const
    await record(
      tx,
      rows.map((row) => ({ ...made, ...row, subject_id: issue.subject_id })),
      at,
    )
  }
}
