import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { Asset } from '#core/database/tables.ts'
import { enqueueReading } from '#src/catalog/reading/reading.ts'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'

/** The columns of a title before its files are uploaded. */
type Draft = Pick<
  Insertable<Asset>,
  | 'kid'
  | 'creator'
  | 'title'
  | 'description'
  | 'asset_type'
  | 'media_type'
  | 'first_number'
  | 'metadata'
  | 'created_at'
>
/** The facts about a title that the processing of its files finds. */
interface Facts {
  asset_type: 'image' | 'video'
  media_type: 'image' | 'video' | 'audio'
  duration_seconds: number | null
  /** The description from which the trailer's manifests are built; null without a trailer. */
  trailer: object | null
  /** The chapters in the file. */
  chapters: object[]
  /** Merged into the creator's metadata. */
  metadata: object
}

/** Step: inserts a draft, which only its creator sees, and finds out how its title is read. */
export async function insertDraft(tx: Tx, draft: Draft) {
  await tx.insertInto('asset').values(draft).execute()
  await enqueueReading(tx, draft.title)
}

/** Step: sets the poster, and the strip's colour unless the creator chose one. */
export async function setPoster(tx: Tx | Db, kid: string, poster: PictureFacts, obi: string) {
  await tx
    .updateTable('asset')
    .set({ poster: JSON.stringify(poster) })
    .set({ obi: sql<string>`coalesce(obi, ${obi})` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: replaces the poster. */
export async function replacePoster(tx: Tx, kid: string, poster: PictureFacts) {
  await tx
    .updateTable('asset')
    .set({ poster: JSON.stringify(poster) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: sets, replaces or removes the trailer. */
export async function replaceTrailer(tx: Tx, kid: string, trailer: object | null) {
  await tx
    .updateTable('asset')
    .set({ trailer: trailer && JSON.stringify(trailer) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: replaces the chapters. */
export async function replaceChapters(tx: Tx, kid: string, chapters: readonly object[]) {
  await tx
    .updateTable('asset')
    .set({ chapters: JSON.stringify(chapters) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: stores the facts found in the files of a draft. */
export async function storeMediaFacts(tx: Tx | Db, kid: string, facts: Facts) {
  const { trailer, chapters, metadata, ...plain } = facts
  await tx
    .updateTable('asset')
    .set({ ...plain, trailer: trailer && JSON.stringify(trailer) })
    .set({ chapters: JSON.stringify(chapters) })
    .set({ metadata: sql`metadata || ${JSON.stringify(metadata)}::jsonb` })
    .where('kid', '=', kid)
    .where('published_at', 'is', null)
    .execute()
}

/** Step: publishes a draft with its number of copies. */
export async function publishAsset(tx: Tx, kid: string, copies_count: number, at: Date) {
  await tx
    .updateTable('asset')
    .set({ copies_count, published_at: at.toISOString() })
    .where('kid', '=', kid)
    .where('published_at', 'is', null)
    .execute()
}

/** Step: adds to the number of copies. */
export async function addToCopiesCount(tx: Tx, kid: string, copies: number) {
  await tx
    .updateTable('asset')
    .set({ copies_count: sql<number>`copies_count + ${copies}` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: withdraws a published title, so that only its creator sees it. */
export async function markWithdrawn(tx: Tx, kid: string, at: Date) {
  await tx
    .updateTable('asset')
    .set({ withdrawn_at: at.toISOString(), published_at: null })
    .set({ was_published_at: sql`published_at` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: publishes a withdrawn title again, with its former publication date. */
export async function restoreWithdrawn(tx: Tx, kid: string) {
  await tx
    .updateTable('asset')
    .set({ withdrawn_at: null, was_published_at: null })
    .set({ published_at: sql`was_published_at` })
    .where('kid', '=', kid)
    .where('withdrawn_at', 'is not', null)
    .execute()
}

/** Step: removes titles that were withdrawn before `old`; returns their ids. */
export function removeWithdrawnBefore(tx: Tx, old: Date, at: Date) {
  return tx
    .updateTable('asset')
    .set({ removed_at: at.toISOString() })
    .where('withdrawn_at', '<', old.toISOString())
    .where('removed_at', 'is', null)
    .returning('kid')
    .execute()
}

/** Step: deletes a draft. */
export async function deleteDraft(tx: Tx, kid: string) {
  await tx.deleteFrom('asset').where('kid', '=', kid).where('published_at', 'is', null).execute()
}

/** Step: hides a title from everybody but its creator and the holders of its copies, or shows it again. */
export async function setHidden(tx: Tx, kid: string, at: Date | null) {
  const hidden_at = at?.toISOString() ?? null
  await tx.updateTable('asset').set({ hidden_at }).where('kid', '=', kid).execute()
}
