import { type RawBuilder, sql } from 'kysely'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { hasPublishedTitles } from '#src/catalog/group/group-rows.ts'
import { isShelfToSee } from '#src/sales/shelf/shelf.ts'
import { element, xmlOf } from './xml.ts'

const ADDRESSES_MAX = 50_000 // of one sitemap (sitemaps.org)
const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** The public pages without an id, which change with a new version only. */
export const PAGES = `
  / /about /company /contact /developers /dvt /help /interview /legal /personal_information /security
  /support /terms /verify
`.match(/\/\w*/g)!

/**
 * Selects what guests may see, by area: `path`, `changed_at`, and `since`, by which new addresses come last.
 */
const areas = new Map<string, RawBuilder<unknown>>([
  [
    'pages',
    sql`select path, null::timestamptz as changed_at, position as since
      from unnest(${PAGES}::text[]) with ordinality as page (path, position)`,
  ],
  [
    'titles',
    sql`select '/asset/' || kid as path, greatest(published_at, edited_at) as changed_at,
      published_at as since
      from asset where is_public`,
  ],
  [
    'groups',
    sql`select '/group/' || encrypted_id as path, greatest(created_at, edited_at) as changed_at,
      created_at as since
      from title_group where ${hasPublishedTitles}`,
  ],
  [
    'brands',
    sql`select '/brand/' || account as path, greatest(created_at, edited_at) as changed_at,
      created_at as since
      from brand where exists (
        select from asset where brand_id = brand.id and is_public)`,
  ],
  [
    'campaigns',
    sql`select '/' || slug as path, greatest(created_at, edited_at) as changed_at,
      created_at as since
      from campaign where is_published`,
  ],
  [
    'shelves', // those that their owners let search engines find
    sql`select '/shelf/' || username as path, shelf.edited_at as changed_at,
      account.joined_at as since
      from shelf join account on account.id = shelf.account_id
      where is_indexed and ${isShelfToSee}`,
  ],
])

/** Writes the index of all sitemaps (sitemaps.org): one for each 50,000 addresses of an area. */
export async function sitemapIndex({ db, config }: Ctx, max = ADDRESSES_MAX): Promise<string> {
  const counts = [...areas].map(async ([area, addresses]) => {
    const { rows } = await sql<{ n: number; changed_at: string | null }>`
      select count(*) as n, max(changed_at) as changed_at from (${addresses}) address
    `.execute(db)
    return { area, ...rows[0]! }
  })
  const all = (await Promise.all(counts)).flatMap(({ area, n, changed_at }) =>
    Array.from({ length: Math.ceil(n / max) }, (_, i) => ({
      path: `/sitemaps/${area}-${i + 1}.xml`,
      changed_at,
    })),
  )
  const entries = all.map((one) => element('sitemap', {}, ...facts(config.publicUrl, one)))
  return xmlOf(element('sitemapindex', NAMESPACE, ...entries))
}

/** Writes one sitemap by the name of its file. Refuses an unknown or empty one as `not_found`. */
export async function sitemap({ db, config }: Ctx, file: string, max = ADDRESSES_MAX) {
  const [, area = '', n = ''] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(file) ?? []
  const addresses = areas.get(area) ?? fail('not_found')
  const { rows } = await sql<Address>`
    select path, changed_at from (${addresses}) address
    order by since, path limit ${max} offset ${(Number(n) - 1) * max}
  `.execute(db)
  if (rows.length === 0) fail('not_found')
  const entries = rows.map((one) => element('url', {}, ...facts(config.publicUrl, one)))
  return xmlOf(element('urlset', NAMESPACE, ...entries))
}

interface Address {
  path: string
  changed_at: string | null
}

const facts = (publicUrl: string, { path, changed_at }: Address) => [
  element('loc', {}, publicUrl + encodeURI(path)),
  ...(changed_at === null ? [] : [element('lastmod', {}, changed_at)]),
]
