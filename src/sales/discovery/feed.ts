import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { listListed, listOfBrand } from '#src/catalog/asset/asset.ts'
import { descriptionHtml } from '#src/catalog/asset/description.ts'
import { list as listBrands } from '#src/catalog/brand/brand.ts'
import { feedPath, titlePath } from '#src/platform/layout/public-address.shared.ts'
import { element, escaped, xmlOf } from './xml.ts'

const NEWEST = { offset: 0, limit: 30, sort_by: 'newest' } as const
const NEVER = new Date(0).toISOString()
const SITE = 'Renban'

interface Feed {
  name: string
  /** The path of the feed, and of the page that shows the same. */
  path: string
  page: string
  titles: readonly Asset[]
}

/** Writes the newest titles of the marketplace as an Atom feed (RFC 4287). */
export async function marketFeed(ctx: Ctx): Promise<string> {
  const { items } = await listListed(ctx, NEWEST)
  return atomOf(ctx, { name: SITE, path: feedPath(), page: '/', titles: items })
}

/** Writes the newest titles of a brand as an Atom feed. Refuses an unknown brand as `not_found`. */
export async function brandFeed(ctx: Ctx, account: string): Promise<string> {
  const found = await listBrands(ctx, { account: account.toLowerCase(), offset: 0, limit: 1 })
  const { id, name, account: own } = found.items[0] ?? fail('not_found')
  const { items } = await listOfBrand(ctx, { ...NEWEST, brand_id: id })
  const paths = { path: feedPath(own), page: `/brand/${own}` }
  return atomOf(ctx, { name: `${name} · ${SITE}`, ...paths, titles: items })
}

function atomOf({ config: { publicUrl } }: Ctx, { name, path, page, titles }: Feed): string {
  const latest = titles.map(updatedAt).toSorted().at(-1) ?? NEVER
  return xmlOf(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, publicUrl + path),
      element('title', {}, name),
      element('updated', {}, latest),
      element('author', {}, element('name', {}, SITE)),
      element('link', { rel: 'self', type: 'application/atom+xml', href: publicUrl + path }),
      element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + page }),
      ...titles.map((title) => entryOf(title, publicUrl)),
    ),
  )
}

const updatedAt = ({ published_at, edited_at }: Asset) =>
  [published_at ?? NEVER, edited_at ?? NEVER].toSorted().at(-1)!

/** Describes a title, with its poster and its text as HTML. */
function entryOf(title: Asset, publicUrl: string) {
  const url = publicUrl + titlePath(title.kid)
  const poster =
    title.poster_url && `<p><img src="${escaped(publicUrl + title.poster_url)}" alt=""></p>`
  return element(
    'entry',
    {},
    element('id', {}, url),
    element('title', {}, title.title),
    element('updated', {}, updatedAt(title)),
    element('published', {}, title.published_at ?? NEVER),
    element('author', {}, element('name', {}, title.brand?.name ?? SITE)),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('content', { type: 'html' }, (poster ?? '') + descriptionHtml(title.description)),
  )
}
