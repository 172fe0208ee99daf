import type { Db, Tx } from '#core/database/db.ts'

/** A subtitle file as players ask for it. */
export interface Subtitles {
  of: 'asset' | 'trailer'
  /** BCP 47. */
  language: string
  /** WebVTT. */
  text: string
}

/** Those of a title, in the order in which they were given. */
export async function subtitlesOf(db: Db | Tx, kid: string): Promise<Subtitles[]> {
  const upload = await db
    .selectFrom('upload')
    .select('subtitles')
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .executeTakeFirst()
  return (upload?.subtitles ?? []) as Subtitles[]
}

/** Step: these are a title's subtitles from now on; false where nothing keeps them. */
export async function writeSubtitles(tx: Tx, kid: string, subtitles: Subtitles[]) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ subtitles: JSON.stringify(subtitles) })
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
