import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { Asset } from '#core/database/tables.ts'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'

/** What a title is known as while its files are still on their way. */
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
/** What its processing finds out about it. */
interface Facts {
  asset_type: 'image' | 'video'
  media_type: 'image' | 'video' | 'audio'
  duration_seconds: number | null
  /** The trailer's manifests are made of it; `null` where there is none. */
  trailer: object | null
  /** Its named places, those that its file has. */
  chapters: object[]
  /** Added to what the creator gave. */
  metadata: object
}

/** Step: a title that only its creator sees. */
export async function insertDraft(tx: Tx, draft: Draft) {
  await tx.insertInto('asset').values(draft).execute()
}

/** Step: what the title looks like. The strip takes the picture's colour unless one was chosen. */
export async function setPoster(tx: Tx | Db, kid: string, poster: PictureFacts, obi: string) {
  await tx
    .updateTable('asset')
    .set({ poster: JSON.stringify(poster) })
    .set({ obi: sql<string>`coalesce(obi, ${obi})` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: another picture than the one it had. */
export async function replacePoster(tx: Tx, kid: string, poster: PictureFacts) {
  await tx
    .updateTable('asset')
    .set({ poster: JSON.stringify(poster) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: another trailer than the one it had, its first, or none. */
export async function replaceTrailer(tx: Tx, kid: string, trailer: object | null) {
  await tx
    .updateTable('asset')
    .set({ trailer: trailer && JSON.stringify(trailer) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: other chapters than those it had. */
export async function replaceChapters(tx: Tx, kid: string, chapters: readonly object[]) {
  await tx
    .updateTable('asset')
    .set({ chapters: JSON.stringify(chapters) })
    .where('kid', '=', kid)
    .execute()
}

/** Step: what the title is, as its bytes say. */
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

/** Step: the title is out, with so many copies. */
export async function publishAsset(tx: Tx, kid: string, copies_count: number, at: Date) {
  await tx
    .updateTable('asset')
    .set({ copies_count, published_at: at.toISOString() })
    .where('kid', '=', kid)
    .where('published_at', 'is', null)
    .execute()
}

/** Step: the title has so many copies more. */
export async function addToCopiesCount(tx: Tx, kid: string, copies: number) {
  await tx
    .updateTable('asset')
    .set({ copies_count: sql<number>`copies_count + ${copies}` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: a title that is out is its creator's alone again. */
export async function markWithdrawn(tx: Tx, kid: string, at: Date) {
  await tx
    .updateTable('asset')
    .set({ withdrawn_at: at.toISOString(), published_at: null })
    .set({ was_published_at: sql`published_at` })
    .where('kid', '=', kid)
    .execute()
}

/** Step: it is out again since when it was. */
export async function restoreWithdrawn(tx: Tx, kid: string) {
  await tx
    .updateTable('asset')
    .set({ withdrawn_at: null, was_published_at: null })
    .set({ published_at: sql`was_published_at` })
    .where('kid', '=', kid)
    .where('withdrawn_at', 'is not', null)
    .execute()
}

/** Step: nobody sees what was withdrawn before `old`; answers which titles these are. */
export function removeWithdrawnBefore(tx: Tx, old: Date, at: Date) {
  return tx
    .updateTable('asset')
    .set({ removed_at: at.toISOString() })
    .where('withdrawn_at', '<', old.toISOString())
    .where('removed_at', 'is', null)
    .returning('kid')
    .execute()
}

/** Step: a title that never came out is forgotten. */
export async function deleteDraft(tx: Tx, kid: string) {
  await tx.deleteFrom('asset').where('kid', '=', kid).where('published_at', 'is', null).execute()
}
