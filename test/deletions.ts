import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { deleteAccount } from '#src/finance/account/deletion.shared.ts'
import type { Person } from './people.ts'
import { type TestApp, waitUntil } from './test-app.ts'

type Here = Pick<TestApp, 'app' | 'inbox'>

/** Asks for a code that confirms the deletion of an account, and returns it. */
export async function deletionCode({ app, inbox }: Here, who: Person): Promise<string> {
  const codes = async () => (await inbox(who.email)).filter((mail) => mail.code !== null)
  const before = (await codes()).length
  await who.call(sendSignInCode, { email: who.email, purpose: 'deletion' })
  await app.runDueJobs()
  const [newest] = await waitUntil(codes, (mails) => mails.length > before)
  return newest!.code!
}

/** Deletes a person's account with a mailed code. */
export const deleteWithCode = async (here: Here, who: Person, copies = 0) =>
  who.call(deleteAccount, { copies, code: await deletionCode(here, who) })

/** Returns the tables, jobs included, in which some row contains one of these texts. */
export async function tablesWith(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1
  `.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as record
      where exists (select from unnest(${texts}::text[]) as text
        where strpos(lower(record::text), lower(text)) > 0) limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
