import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { asset, page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { plainName } from '#src/catalog/asset/plain-name.shared.ts'
import { group } from '#src/catalog/group/group.shared.ts'

export const CONTENTS_MAX = 200

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

const campaign = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  ...fields,
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})
campaign.register(z.globalRegistry, { id: 'Campaign' })
export type Campaign = z.output<typeof campaign>

/** Returns a published campaign in the caller's language; administrators also see the others. */
export const getCampaign = endpoint('GET', '/campaigns/{slug}', {
  query: z.strictObject({ slug }),
  reply: z.strictObject({
    slug: z.string(),
    lang: language,
    title: z.string(),
    body_html: z.string(),
    accepts_codes: z.boolean(),
    is_published: z.boolean(),
    groups: z.array(group),
  }),
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
  body: z.strictObject({ slug, ...fields }),
  reply: campaign,
})

/** Changes the given fields of a campaign; lists are replaced as a whole. */
export const updateCampaign = endpoint('PUT', '/campaigns/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    edited_at: z.iso.datetime().nullable().optional(), // as the form loaded it; `changed_elsewhere` if it differs
    ...z.object(fields).partial().shape,
  }),
  reply: campaign,
})

/** Returns the path of a campaign. */
export const campaignPath = (of: Pick<Campaign, 'slug'>) => `/${of.slug}`
