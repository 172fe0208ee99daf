import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { enqueue, job, selectEnqueued } from '#core/jobs.ts'
import { kanaOf } from './kana.ts'
import { readAloud } from './reader.ts'

export const readText = job<{ text: string }>('reading.read')
export const keepReadings = job<object>('reading.keep')

const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const IN_JAPANESE = String.raw`[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]` // for PostgreSQL, which has no scripts
const LATER = { priority: 1 } // than mails and checkouts: there may be many

/** Enqueues finding out how a title, or the name of a brand, is read. Does nothing if it is not Japanese. */
export async function enqueueReading(tx: Tx | Db, text: string | undefined) {
  if (text !== undefined && JAPANESE.test(text)) await enqueue(tx, readText, { text }, LATER)
}

/** Stores how a text is read, unless that is known. */
export async function read({ db }: Ctx, { text }: { text: string }) {
  const known = await db.selectFrom('reading').select('text').where('text', '=', text).execute()
  if (known.length > 0) return
  const readings = new Set((await readAloud(text)).map((reading) => kanaOf(reading)))
  await db
    .insertInto('reading')
    .values({ text, kana: [...readings].join('\n') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the readings of former titles and names, and enqueues those that are missing. */
export async function keep({ db }: Ctx) {
  await sql`
    delete from reading where not exists (select from asset where asset.title = reading.text)
      and not exists (select from brand where brand.name = reading.text)
  `.execute(db)
  const missing = sql`(
    select json_build_object('text', text) as payload from (
      select title as text from asset union select name from brand
    ) named
    where text ~ ${IN_JAPANESE} and not exists (select from reading where reading.text = named.text)
  ) missing`
  await selectEnqueued(readText, missing, LATER).execute(db)
}
