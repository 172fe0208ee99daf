import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { openHeads, record } from '#src/catalog/provenance/provenance.ts'

const AT_ONCE = 1_000 // records are hashed one by one and written this many at a time

interface Issue {
  kid: string
  creator: string
  first_number: number
  copies: number
  /** The upload or copy order that asked for it. */
  subject_id: string
  /** What its creator calls a further issue and says about it. */
  title?: string | null
  description?: string | null
}

/**
 * Issues numbered copies to their creator as the title's next batch, each with the first record of
 * its provenance, and answers which batch it is. The title must be locked already; numbers that
 * exist already are an overlap and abort the whole.
 */
export async function issueSerials(tx: Tx, issue: Issue, at: Date): Promise<number> {
  const { kid, creator, first_number, copies } = issue
  const n = await nextBatch(tx, issue, at)
  const kind = n === 1 ? 'issue' : 'additional_issue'
  const made = { kid, kind, from: null, to: creator } as const
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
