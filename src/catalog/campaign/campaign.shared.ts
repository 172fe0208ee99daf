import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { asset, page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'
import { group } from '#src/catalog/group/group.shared.ts'
import { focal, picture } from '#src/platform/pictures/picture.shared.ts'

export const CONTENTS_MAX = 200
const BODY_MAX = 2_097_152 // bytes: a picture, and words in ten languages

/** The address of a campaign, `/{slug}`. It never changes. */
export const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/)
const words = z.strictObject({
  title: plainName(120),
  body: z.string().trim().max(10_000), // Markdown
})
/** The words by language. Other languages see those in English, else in Japanese, else the first. */
const wordsByLanguage = z
  .partialRecord(language, words)
  .refine((texts) => Object.keys(texts).length > 0)
const chosen = <T extends z.ZodType>(of: T) =>
  z
    .array(of)
    .max(CONTENTS_MAX)
    .refine((all) => new Set(all).size === all.length)

const fields = {
  words: wordsByLanguage,
  /** The titles in the order of the page. */
  kids: chosen(z.uuid()),
  /** The addresses of the groups in the order of the page. */
  groups: chosen(z.string().max(40)),
  /** Shows a link to enter a coupon code. */
  accepts_codes: z.boolean(),
  is_published: z.boolean(),
}

/** What is sent of the picture across the head of the page. */
const hero = {
  /** A picture: base64 of a PNG, JPEG, WebP or AVIF file, at most 700 kB; null for none. */
  hero_image: z.base64().max(960_000).nullable().optional(),
  /** The point kept in view when the picture is cropped; a new picture starts at its middle. */
  hero_focal: focal.optional(),
}

const campaign = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  ...fields,
  hero_picture: picture.nullable(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})
campaign.register(z.globalRegistry, { id: 'Campaign' })
export type Campaign = z.output<typeof campaign>

/** Returns a published campaign in the caller's language; administrators also see the others. */
export const getCampaign = endpoint('GET', '/campaigns/{slug}', {
  query: z.strictObject({ slug }),
  reply: z.strictObject({
    id: z.uuid(),
    slug: z.string(),
    lang: language,
    title: z.string(),
    body_html: z.string(),
    hero_picture: picture.nullable(),
    accepts_codes: z.boolean(),
    is_published: z.boolean(),
    groups: z.array(group),
  }),
})

const currentCampaign = z.strictObject({
  slug: z.string(),
  lang: language,
  title: z.string(),
  picture: picture.nullable(), // its own, else that of its first title with one
  titles_count: z.int(), // those on its page, without those of its groups
  groups_count: z.int(),
})
currentCampaign.register(z.globalRegistry, { id: 'CurrentCampaign' })
export type CurrentCampaign = z.output<typeof currentCampaign>

/** Lists the published campaigns that show a title or group, newest first, in the caller's language. */
export const listCurrentCampaigns = endpoint('GET', '/current_campaigns', {
  query: z.strictObject(paging),
  reply: z.strictObject({ items: z.array(currentCampaign) }),
})

/** Lists the published titles of a campaign in its order. */
export const listCampaignTitles = endpoint('GET', '/campaigns/{slug}/titles', {
  query: z.strictObject({ ...paging, slug }),
  reply: page(asset),
})

/** Lists all campaigns, newest first. */
export const listCampaigns = endpoint('GET', '/campaigns', {
  query: z.strictObject({ ...paging, id: z.uuid().optional() }),
  reply: page(campaign),
})

/** Creates a campaign. */
export const createCampaign = endpoint('POST', '/campaigns', {
  body: z.strictObject({ slug, ...fields, ...hero }),
  reply: campaign,
  bodyMax: BODY_MAX,
})

/** Changes the given fields of a campaign; lists are replaced as a whole. */
export const updateCampaign = endpoint('PUT', '/campaigns/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    edited_at: z.iso.datetime().nullable().optional(), // as the form loaded it; `changed_elsewhere` if it differs
    ...z.object(fields).partial().shape,
    ...hero,
  }),
  reply: campaign,
  bodyMax: BODY_MAX,
})

/** Returns the path of a campaign. */
export const campaignPath = (of: Pick<Campaign, 'slug'>) => `/${of.slug}`
