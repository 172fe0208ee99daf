import type { Db, Tx } from '#core/database/db.ts'

/** A subtitle file, as players receive it. */
export interface Subtitles {
  of: 'asset' | 'trailer'
  /** The language as a BCP 47 tag. */
  language: string
  /** The file's text in WebVTT. */
  text: string
}

/** Returns the subtitles of a title in the order of their upload. */
export async function subtitlesOf(db: Db | Tx, kid: string): Promise<Subtitles[]> {
  const upload = await db
    .selectFrom('upload')
    .select('subtitles')
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .executeTakeFirst()
  return (upload?.subtitles ?? []) as Subtitles[]
}

/** Replaces a title's subtitles. Returns false if the title has no upload to keep them in. */
export async function writeSubtitles(tx: Tx, kid: string, subtitles: Subtitles[]) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ subtitles: JSON.stringify(subtitles) })
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
