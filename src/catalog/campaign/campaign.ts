import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Language } from '#core/language.shared.ts'
import { assetRows, countAssets } from '#src/catalog/asset/asset-rows.ts'
import { descriptionHtml } from '#src/catalog/asset/description.ts'
import { RESERVED_WORDS } from '#src/catalog/brand/brand.shared.ts'
import { groupRows, hasPublishedTitles } from '#src/catalog/group/group-rows.ts'
import { cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'
import type { Focal, PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import { enqueuePictureRemoval } from '#src/platform/pictures/remove-picture.ts'
import { changedPicture, pictureColumn } from '#src/platform/pictures/store-picture.ts'
import * as schema from './campaign.shared.ts'

type Sql = RawBuilder<unknown>
type Words = schema.Campaign['words']

/**
 * Returns a campaign as its visitors see it. Refuses `not_found`; until it is published, also to all
 * but administrators.
 */
export async function get(
  ctx: Ctx,
  { slug }: BodyOf<typeof schema.getCampaign>,
): Promise<ReplyOf<typeof schema.getCampaign>> {
  const { id, words, hero_picture, accepts_codes, is_published } = await visible(ctx, slug)
  const lang = languageFor(words, ctx.lang)
  const { title, body } = words[lang]!
  const places = sql`select position from campaign_group
    where campaign_id = ${id} and campaign_group.group_key = title_group.key`
  const groups = await groupRows(ctx.db, {
    viewer: undefined,
    where: sql`exists (${places})`,
    orderBy: sql`(${places})`,
    limit: schema.CONTENTS_MAX,
  })
  return {
    id,
    slug,
    lang,
    title,
    body_html: descriptionHtml(body),
    hero_picture,
    accepts_codes,
    is_published,
    groups: groups.filter(({ sorted_contents }) => sorted_contents.length > 0),
  }
}

/** Lists the published titles of a campaign in its order. */
export async function listTitles(
  ctx: Ctx,
  { slug, limit, offset }: BodyOf<typeof schema.listCampaignTitles>,
) {
  const { id } = await visible(ctx, slug)
  const where = sql`asset.kid in (select kid from campaign_title where campaign_id = ${id})
    and asset.is_public`
  const orderBy = sql`(select position from campaign_title
    where campaign_id = ${id} and campaign_title.kid = asset.kid)`
  const viewer = ctx.person?.account_id
  const [items, total] = await Promise.all([
    assetRows(ctx, { context: 'group', viewer, where, orderBy, limit, offset }),
    countAssets(ctx.db, where),
  ])
  return { items, total }
}

/** Lists the published campaigns that show a title or group, newest first, in the caller's language. */
export const listCurrent = (
  ctx: Ctx,
  query: BodyOf<typeof schema.listCurrentCampaigns>,
): Promise<ReplyOf<typeof schema.listCurrentCampaigns>> =>
  cachedForGuests(ctx, { ...query, lang: ctx.lang }, async ({ db, lang }) => {
    const { rows } = await sql<Current>`
      select slug, words, coalesce(hero_picture, titles.poster) as picture,
        titles.n as titles_count, groups.n as groups_count
      from campaign
      cross join lateral (
        select count(*) as n,
          (array_agg(poster order by position) filter (where poster is not null))[1] as poster
        from campaign_title join asset using (kid)
        where campaign_id = campaign.id and asset.is_public
      ) titles
      cross join lateral (
        select count(*) as n from campaign_group join title_group on key = group_key
        where campaign_id = campaign.id and ${hasPublishedTitles}
      ) groups
      where is_published and titles.n + groups.n > 0
      order by created_at desc, id limit ${query.limit} offset ${query.offset}
    `.execute(db)
    const items = rows.map(({ words, ...campaign }) => {
      const shown = languageFor(words, lang)
      return { ...campaign, lang: shown, title: words[shown]!.title }
    })
    return { items }
  })
type Current = Omit<schema.CurrentCampaign, 'lang' | 'title'> & { words: Words }

/** Lists all campaigns, newest first, or only one. */
export async function list(
  { db }: Ctx,
  { id, limit, offset }: BodyOf<typeof schema.listCampaigns>,
): Promise<ReplyOf<typeof schema.listCampaigns>> {
  const where = id === undefined ? sql`true` : sql`campaign.id = ${id}`
  const [items, counted] = await Promise.all([
    campaigns(db, where, { limit, offset }),
    sql<{ total: number }>`select count(*)::int as total from campaign where ${where}`.execute(db),
  ])
  return { items, total: counted.rows[0]!.total }
}

/** Creates a campaign. Refuses `campaign_slug_taken`, `campaign_slug_reserved` and `input_invalid`. */
export async function create(ctx: Ctx, body: BodyOf<typeof schema.createCampaign>) {
  const { kids, groups, words, hero_image, hero_focal, ...fields } = body
  if (RESERVED_WORDS.includes(fields.slug)) fail('campaign_slug_reserved')
  const hero_picture = await heroOf(ctx, hero_image, hero_focal)
  return inTx(ctx, async (tx) => {
    const { id } = await tx
      .insertInto('campaign')
      .values({
        ...fields,
        words: JSON.stringify(words),
        hero_picture,
        created_at: ctx.now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setContents(tx, id, { kids, groups })
    await recordChange(tx, ctx, { id, hero_picture: null })
    return one(tx, id)
  })
}

/** Changes a campaign. Refuses `not_found`, `changed_elsewhere` and `input_invalid`. */
export async function update(ctx: Ctx, body: BodyOf<typeof schema.updateCampaign>) {
  const { id, edited_at, kids, groups, words, hero_image, hero_focal, ...fields } = body
  await inTx(ctx, (tx) => lock(tx, { id, edited_at })) // refuses before the picture is processed
  const hero = await heroOf(ctx, hero_image, hero_focal)
  return inTx(ctx, async (tx) => {
    const before = await lock(tx, { id, edited_at })
    await tx
      .updateTable('campaign')
      .set({
        ...fields,
        hero_picture: changedPicture('hero_picture', hero, hero_focal),
        edited_at: ctx.now.toISOString(),
      })
      .$if(words !== undefined, (query) => query.set({ words: JSON.stringify(words) }))
      .where('id', '=', id)
      .execute()
    if (hero !== undefined) await enqueuePictureRemoval(tx, ctx, before.hero_picture)
    await setContents(tx, id, { kids, groups })
    await recordChange(tx, ctx, { id, hero_picture: before.hero_picture as PictureFacts | null })
    return one(tx, id)
  })
}

/** Locks a campaign. Refuses `not_found`, and `changed_elsewhere` if it changed since `edited_at`. */
async function lock(
  tx: Tx,
  { id, edited_at }: Pick<BodyOf<typeof schema.updateCampaign>, 'id' | 'edited_at'>,
) {
  const found = await tx
    .selectFrom('campaign')
    .select(['edited_at', 'hero_picture'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return fail('not_found')
  if (edited_at !== undefined && edited_at !== found.edited_at) fail('changed_elsewhere')
  return found
}

const heroOf = (ctx: Ctx, image?: string | null, focal?: Focal) =>
  pictureColumn(ctx, 'campaigns', image, focal)

async function visible(ctx: Ctx, slug: string) {
  const found = await ctx.db
    .selectFrom('campaign')
    .select(['id', 'words', 'hero_picture', 'accepts_codes', 'is_published'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!found || !(found.is_published || ctx.person?.role === 'ADMIN')) return fail('not_found')
  const { words, hero_picture } = found
  return { ...found, words: words as Words, hero_picture: hero_picture as PictureFacts | null }
}

/** Returns the language of the words that a reader of `lang` sees. */
function languageFor(words: Words, lang: Language): Language {
  const wanted = [lang, 'en', 'ja'] as const
  return wanted.find((candidate) => words[candidate]) ?? (Object.keys(words)[0] as Language)
}

/** Records what a campaign is after a change, and what became of its picture, for the audit log. */
async function recordChange(
  tx: Tx,
  ctx: Ctx,
  { id, hero_picture }: { id: string; hero_picture: PictureFacts | null },
) {
  const before = hero_picture?.base ?? null
  await sql`
    insert into campaign_change (campaign_id, slug, is_published, accepts_codes, titles, groups,
      words_sha256, picture, picture_change, changed_by, at)
    select id, slug, is_published, accepts_codes,
      (select count(*) from campaign_title where campaign_id = campaign.id),
      (select count(*) from campaign_group where campaign_id = campaign.id),
      encode(sha256(convert_to(words::text, 'UTF8')), 'hex'), hero_picture->>'base',
      case
        when hero_picture->>'base' is not distinct from ${before}::text then null
        when hero_picture is null then 'removed'
        when ${before}::text is null then 'added'
        else 'replaced'
      end,
      ${currentPerson(ctx).account_id}, ${ctx.now.toISOString()}
    from campaign where id = ${id}
  `.execute(tx)
}

async function one(tx: Tx, id: string): Promise<schema.Campaign> {
  const [found] = await campaigns(tx, sql`campaign.id = ${id}`, { limit: 1, offset: 0 })
  return found!
}

async function campaigns(
  db: Db | Tx,
  where: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<schema.Campaign[]> {
  const { rows } = await sql<schema.Campaign>`
    select id, slug, words, hero_picture, accepts_codes, is_published, created_at, edited_at,
      array(select kid from campaign_title where campaign_id = campaign.id order by position) as kids,
      array(select encrypted_id from campaign_group join title_group on key = group_key
        where campaign_id = campaign.id order by position) as groups
    from campaign where ${where}
    order by created_at desc, id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/**
 * Replaces the lists that are given. Refuses `input_invalid` for a title or group that does not exist. A
 * title that was hidden or withdrawn since stays.
 */
async function setContents(tx: Tx, id: string, { kids, groups }: Partial<Contents>) {
  if (kids) {
    const former = await tx
      .deleteFrom('campaign_title')
      .where('campaign_id', '=', id)
      .returning('kid')
      .execute()
    const known = former.map(({ kid }) => kid)
    const added = await sql`
      insert into campaign_title (campaign_id, position, kid)
      select ${id}, position, kid from unnest(${kids}::uuid[]) with ordinality as given (kid, position)
      join asset using (kid) where asset.is_public or kid = any(${known}::uuid[])
    `.execute(tx)
    if (added.numAffectedRows !== BigInt(kids.length)) fail('input_invalid', { field: 'kids' })
  }
  if (groups) {
    await tx.deleteFrom('campaign_group').where('campaign_id', '=', id).execute()
    const added = await sql`
      insert into campaign_group (campaign_id, position, group_key)
      select ${id}, position, key
      from unnest(${groups}::text[]) with ordinality as given (encrypted_id, position)
      join title_group using (encrypted_id)
    `.execute(tx)
    if (added.numAffectedRows !== BigInt(groups.length)) fail('input_invalid', { field: 'groups' })
  }
}
type Contents = Pick<schema.Campaign, 'kids' | 'groups'>
