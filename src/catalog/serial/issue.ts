import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { openHeads, record } from '#src/catalog/provenance/provenance.ts'

const BATCH = 1_000 // copies written by one statement

interface Issue {
  kid: string
  creator: string
  first_number: number
  copies: number
  /** The id of the upload or order that caused the issue. */
  subject_id: string
  /** The name that the creator gives a further issue. */
  title?: string | null
  description?: string | null
}

/**
 * Issues numbered copies to their creator as the title's next batch, each with its first provenance
 * record, and returns the batch's number. The caller has locked the title. Numbers that exist
 * already abort the transaction as `serials_overlap`.
 */
export async function issueSerials(tx: Tx, issue: Issue, at: Date): Promise<number> {
  const { kid, creator, first_number, copies } = issue
  const n = await nextBatch(tx, issue, at)
  const kind = n === 1 ? 'issue' : 'additional_issue'
  const made = { kid, kind, from: null, to: creator } as const
  for (let from = first_number; from < first_number + copies; from += BATCH) {
    const to = Math.min(from + BATCH, first_number + copies) - 1
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
    await record(
      tx,
      rows.map((row) => ({ ...made, ...row, subject_id: issue.subject_id })),
      at,
    )
  }
  return n
}

async function nextBatch(tx: Tx, issue: Issue, at: Date): Promise<number> {
  const { kid, first_number, copies, title = null, description = null } = issue
  const { rows } = await sql<{ n: number }>`
    insert into issue_batch (kid, n, first_number, copies, title, description, at)
    select ${kid}, count(*) + 1, ${first_number}::int, ${copies}::int, ${title}::text,
      ${description}::text, ${at.toISOString()}::timestamptz
    from issue_batch where kid = ${kid}
    returning n
  `.execute(tx)
  return rows[0]!.n
}
