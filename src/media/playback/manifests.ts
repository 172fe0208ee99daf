import { type Context, Hono } from 'hono'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { ownName } from '#core/language.shared.ts'
import {
  dashManifest,
  hlsMaster,
  hlsMedia,
  hlsSubtitle,
  type Subtitle,
} from '#src/media/packaging/manifest.ts'
import {
  type FileSet,
  mediaIndex,
  type MediaIndex,
  type TrackIndex,
} from '#src/media/packaging/package.ts'
import { withoutTimestampMap } from '#src/media/packaging/webvtt.ts'
import type { LicenceSystem } from '#src/integrations/licences.ts'
import { signToken, type TokenUse, verifyToken } from './token.ts'

type CtxOf = (c: Context) => Promise<Ctx>
/** The data that manifests are made of. */
interface ManifestSource {
  kid: string
  index: MediaIndex
  texts: { language: string; text: string }[]
  /** The path of the manifests. */
  address: string
  /** The query of every protected URL: `?token=…`, or empty for trailers. */
  query: string
  /** The same for what a playlist names, because players read a playlist only once. */
  streamQuery: string
  scheme: FileSet
  /** The licence provider's systems, if it issues the licences. */
  systems?: readonly LicenceSystem[] | undefined
  cacheControl: string
}

const TRAILER_CACHE = 'public, max-age=300'

/**
 * Serves manifests and subtitles of a title, `/playback/{kid}/…?token=…`, and of its trailer,
 * `/trailers/{kid}/…`. Manifests are built for each request, because their URLs carry a token. The
 * manifests that a player opens first demand one for `all`; their URLs, one for a `stream`.
 */
export function manifests(ctxOf: CtxOf): Hono {
  const app = new Hono()
  const sources = { playback: loadTitle, trailers: loadTrailer }
  for (const [prefix, load] of Object.entries(sources)) {
    const answer = (
      path: string,
      make: (source: ManifestSource, file: string) => [string, string],
    ) =>
      app.get(`/${prefix}/:kid/${path}`, async (c) => {
        const { kid, file = '' } = c.req.param() as { kid: string; file?: string }
        const use = OPENED_FIRST.includes(path) ? 'all' : 'stream'
        const source = await load(await ctxOf(c), kid, c.req.query('token') ?? '', use)
        const [type, body] = make(source, file)
        const headers = { 'content-type': type, 'cache-control': source.cacheControl }
        return new Response(body, { headers })
      })
    answer('manifest.mpd', dash)
    answer('master.m3u8', master)
    answer('subtitles/:file{.+\\.vtt}', vtt)
    answer('subtitles/:file{.+\\.m3u8}', subtitlePlaylist)
    answer(':file{.+\\.m3u8}', playlist)
  }
  return app
}

const OPENED_FIRST = ['manifest.mpd', 'master.m3u8']
const MPD = 'application/dash+xml'
const M3U8 = 'application/vnd.apple.mpegurl'
const VTT = 'text/vtt; charset=utf-8'
type ManifestBody = [type: string, body: string]

function dash({ index, kid, query, systems, ...source }: ManifestSource): ManifestBody {
  const licenceUrl = `/api/2.0/drm/clearkey${query}`
  const places = { base: baseOf(kid), query, subtitles: subtitles({ ...source, query }) }
  const licences = systems ? { systems } : query ? { licenceUrl } : {}
  return [MPD, dashManifest(index, { ...places, ...licences })]
}

function master({ index, address, streamQuery: query, ...source }: ManifestSource): ManifestBody {
  const playlistUrl = (track: string) => `${address}/${track}.m3u8${query}`
  const subtitleUrl = (language: string) => `${address}/subtitles/${language}.m3u8${query}`
  const texts = subtitles({ ...source, address, query })
  return [M3U8, hlsMaster(index, { playlistUrl, subtitleUrl, subtitles: texts })]
}

function playlist(
  { index, kid, streamQuery: query, scheme, systems }: ManifestSource,
  file: string,
): ManifestBody {
  const name = stem(file)
  const track = index.tracks.find((each) => each.name === name) ?? fail('not_found')
  const keyUrl = `/api/2.0/drm/hls_key${query}&track=${track.kind}`
  return [M3U8, hlsMedia(index, name, { base: baseOf(kid), query, scheme, keyUrl, systems })]
}

function vtt({ texts }: ManifestSource, file: string): ManifestBody {
  return [VTT, withoutTimestampMap(textOf(texts, file).text)]
}

function subtitlePlaylist(
  { index, texts, address, streamQuery: query }: ManifestSource,
  file: string,
): ManifestBody {
  const { language } = textOf(texts, file)
  return [M3U8, hlsSubtitle(index, `${address}/subtitles/${language}.vtt${query}`)]
}

const stem = (file: string) => file.replace(/\.\w+$/, '')
const baseOf = (kid: string) => `/media/${kid}/`
const textOf = (texts: ManifestSource['texts'], file: string) =>
  texts.find(({ language }) => language === stem(file)) ?? fail('not_found')

/** Returns the subtitles, each language labelled by its own name. */
function subtitles({
  texts,
  address,
  query,
}: Pick<ManifestSource, 'texts' | 'address' | 'query'>): Subtitle[] {
  return texts.map(({ language }) => ({
    language,
    label: ownName(language),
    url: `${address}/subtitles/${language}.vtt${query}`,
  }))
}

async function loadTitle(
  ctx: Ctx,
  kid: string,
  token: string,
  use: TokenUse,
): Promise<ManifestSource> {
  const entitlement = await verifyToken(ctx, token, { kid, use })
  const systems = entitlement.drm === 'none' ? undefined : ctx.integrations.licences?.systems
  const rows = await ctx.db
    .selectFrom('rendition')
    .select('media_index')
    .where('kid', '=', kid)
    .where('of', '=', 'asset')
    .where('name', '<>', 'display')
    .execute()
  if (rows.length === 0) fail('not_found')
  return {
    kid,
    address: `/playback/${kid}`,
    query: `?token=${token}`,
    streamQuery: `?token=${signToken(ctx, kid, entitlement, 'stream').token}`,
    index: mediaIndex(rows.map(({ media_index }) => media_index as TrackIndex)),
    texts: await textsOf(ctx, kid, 'asset'),
    systems,
    scheme: systems ? 'cbcs' : 'aes-128',
    cacheControl: 'no-store',
  }
}

async function loadTrailer(ctx: Ctx, kid: string): Promise<ManifestSource> {
  const title = await ctx.db
    .selectFrom('asset')
    .select('trailer')
    .where('kid', '=', isUuid(kid) ? kid : fail('not_found'))
    .where('is_public', '=', true)
    .executeTakeFirst()
  return {
    kid,
    address: `/trailers/${kid}`,
    query: '',
    streamQuery: '',
    index: (title?.trailer as MediaIndex | null | undefined) ?? fail('not_found'),
    texts: await textsOf(ctx, kid, 'trailer'),
    scheme: 'clear',
    cacheControl: TRAILER_CACHE,
  }
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

async function textsOf(ctx: Ctx, kid: string, of: 'asset' | 'trailer') {
  const upload = await ctx.db
    .selectFrom('upload')
    .select('subtitles')
    .where('kid', '=', kid)
    .where('of', '=', 'title')
    .executeTakeFirst()
  const all = (upload?.subtitles ?? []) as { of: string; language: string; text: string }[]
  return all.filter((text) => text.of === of)
}
