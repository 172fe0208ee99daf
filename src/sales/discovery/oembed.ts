import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { get } from '#src/catalog/asset/asset.ts'
import { isLocale } from '#src/i18n/locale.ts'
import { embedPath } from '#src/platform/layout/public-address.shared.ts'
import { escaped } from './xml.ts'

const WIDTH = 640
const BAR_HEIGHT = 96 // below the picture: title, price and link
const CACHED_SECONDS = 3_600
const TITLE = /^\/asset\/(?:rental\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * Describes the embedded player of a title by the address of its page, as https://oembed.com says.
 * Refuses as `not_found` what guests may not see.
 */
export async function oembed(ctx: Ctx, query: Readonly<Record<string, string>>) {
  const { publicUrl } = ctx.config
  const address = URL.parse(query.url ?? '')
  if (address?.origin !== new URL(publicUrl).origin) return fail('not_found')
  const kid = TITLE.exec(address.pathname)?.[1] ?? fail('not_found')
  const { title, brand, poster, poster_url } = await get(ctx, { id: kid })
  const width = Math.min(WIDTH, pixels(query.maxwidth))
  const height = Math.min(Math.round((width * 9) / 16) + BAR_HEIGHT, pixels(query.maxheight))
  const lang = address.searchParams.get('lang') ?? ''
  const player = publicUrl + embedPath(kid) + (isLocale(lang) ? `?lang=${lang}` : '')
  return {
    version: '1.0',
    type: 'rich',
    title,
    ...(brand && { author_name: brand.name, author_url: `${publicUrl}/brand/${brand.account}` }),
    provider_name: 'Renban',
    provider_url: publicUrl,
    cache_age: CACHED_SECONDS,
    ...(poster && { thumbnail_url: publicUrl + poster_url, ...sizeOf(poster) }),
    html: `<iframe src="${escaped(player)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media"></iframe>`,
    width,
    height,
  }
}

const pixels = (text = '') => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : Infinity)

function sizeOf(poster: { widths: number[]; width: number; height: number }) {
  const width = poster.widths.at(-1)!
  return {
    thumbnail_width: width,
    thumbnail_height: Math.round((poster.height * width) / poster.width),
  }
}
