import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusal } from '#core/errors.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, listBrands, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import {
  abortUpload,
  beginUpload,
  completeUpload,
  listUploads,
  retryUpload,
  type Upload,
} from '#src/media/upload/upload.shared.ts'
import { type BrandKey, brands, type DemoBrand } from './brands.ts'
import { dateJobs, type DemoClient } from './client.ts'
import type { Work } from './works/work.ts'

const ART = join(import.meta.dirname, 'art')
const MEDIA = join(import.meta.dirname, 'media')
const LOWEST_PRICE = 100
const POLL_MS = 200
const OPENING_HOUR_JST = 21
const HOUR_MS = 3_600_000
const JST_MS = 9 * HOUR_MS

/**
 * Returns the id of a brand, and creates the brand if it is missing. Its picture comes later, by
 * `setBrandPicture`.
 */
export async function ensureBrand(client: DemoClient, key: BrandKey, at: Date): Promise<string> {
  const { name, owner, description } = brands[key]
  const { items } = await client.call(undefined, listBrands, { account: key })
  if (items[0]) return items[0].id
  return (await client.call(owner, createBrand, { name, account: key, description }, { at })).id
}

/** Gives a brand the picture at the top of its page, unless it has one. */
export async function setBrandPicture(client: DemoClient, key: BrandKey): Promise<void> {
  const { owner, hero }: DemoBrand = brands[key]
  const { items } = await client.call(undefined, listBrands, { account: key })
  if (!hero || !items[0] || items[0].hero_picture) return
  const hero_image = await readFile(join(ART, `${hero}.webp`), 'base64')
  await client.call(owner, updateBrand, { id: items[0].id, hero_image })
}

/**
 * Uploads a title's files, unless they are uploaded already. Returns the status of the upload. The
 * upload is dated days ago, so it may expire while it is sent; then it is sent again.
 */
export async function uploadTitle(client: DemoClient, key: string, work: Work, brand_id: string) {
  for (;;) {
    const sent = await tryUpload(client, key, work, brand_id).catch(ignoreExpired)
    if (sent) return sent
  }
}

function ignoreExpired(error: unknown): undefined {
  if (!isRefusal(error) || !['upload_closed', 'not_found'].includes(error.code)) throw error
}

async function tryUpload(client: DemoClient, key: string, work: Work, brand_id: string) {
  const { owner } = brands[work.brand]
  const [at, existing] = [publishedAt(client, work), await uploadOf(client, work)]
  if (existing) dateJobs(existing.uuid, at)
  if (existing && existing.status !== 'uploading' && existing.status !== 'aborted') {
    if (existing.status === 'failed') await client.call(owner, retryUpload, { uuid: existing.uuid })
    return existing
  }
  if (existing?.status === 'uploading')
    await client.call(owner, abortUpload, { uuid: existing.uuid })

  const { asset, poster, trailer } = await filesOf(key, work)
  const begun = await client.call(
    owner,
    beginUpload,
    {
      file_name: asset.name,
      file_size: asset.bytes.length,
      md5: asset.md5,
      file_type: asset.type,
      orh_account_id: client.account(owner),
      title: work.title,
      description: work.text,
      total_copies: work.copies,
      ...(poster && { poster_file_name: poster.name, poster_md5: poster.md5 }),
      ...(trailer && { trailer_file_name: trailer.name, trailer_md5: trailer.md5 }),
      asset_subtitles: await subtitlesOf(key, work),
    },
    { at },
  )
  const settings = {
    brand_id,
    obi: work.obi,
    credits: work.credits ?? '',
    min_sellable_price: LOWEST_PRICE,
    screening_guests: work.guests ?? null,
    creator_royalty_rate: work.royalty,
    rental_creator_royalty_rate: work.royalty,
    ...(work.downloadable && { download_enabled: true }),
    ...(work.opensTonight && { sale_starting_at: tonight(client.daysAgo(0)) }),
  }
  await client.call(owner, updateAsset, { kid: begun.kid, ...settings }, { at })
  dateJobs(begun.uuid, at)
  for (const [uploadUrl, file] of [
    [begun.asset, asset],
    [begun.poster, poster],
    [begun.trailer, trailer],
  ] as const)
    if (uploadUrl && file) await sendFile(client, work, uploadUrl, file)
  return uploadOf(client, work)
}

/** Waits until a title is published. Throws if its files could not be processed. */
export async function waitUntilPublished(client: DemoClient, work: Work): Promise<void> {
  for (;;) {
    const upload = await uploadOf(client, work)
    if (upload?.status === 'minted' || upload?.status === 'done') return
    if (upload?.status === 'failed') throw new Error(`${work.title}: ${upload.failure}`)
    await sleep(POLL_MS)
  }
}

/** Returns the time when a title was published. */
export const publishedAt = (client: DemoClient, { days, copies }: Work) =>
  client.daysAgo(days, copies)

async function uploadOf(client: DemoClient, { brand, title }: Work): Promise<Upload | undefined> {
  const { items } = await client.call(brands[brand].owner, listUploads, { include_mint: true })
  return items.find((upload) => upload.title === title && upload.status !== 'aborted')
}

async function filesOf(key: string, { kind, trailer, wide, still = key }: Work) {
  const large = join(ART, wide ? `${still}-wide.webp` : `${still}-large.webp`)
  const poster = await fileOf(existsSync(large) ? large : join(ART, `${still}.webp`), 'image/webp')
  if (kind === 'picture') return { asset: poster }
  const file = kind === 'film' ? `${key}.mp4` : `${key}.m4a`
  return {
    poster,
    asset: await fileOf(join(MEDIA, file), kind === 'film' ? 'video/mp4' : 'audio/mp4'),
    trailer: trailer && (await fileOf(join(MEDIA, `${key}-trailer.mp4`), 'video/mp4')),
  }
}

const subtitlesOf = (key: string, { subtitles = [] }: Work) =>
  Promise.all(
    subtitles.map(async (language) => ({
      language,
      b64_data: await readFile(join(MEDIA, `${key}.${language}.vtt`), 'base64'),
    })),
  )

type File = Awaited<ReturnType<typeof fileOf>>

/** Reads a file with its name, type and MD5. */
export async function fileOf(path: string, type: string) {
  const bytes = await readFile(path)
  const md5 = createHash('md5').update(bytes).digest('base64')
  return { name: path.slice(path.lastIndexOf('/') + 1), type, bytes, md5 }
}

interface UploadUrl {
  url: string | null
  headers: Record<string, string>
  upload_id: string
}

/** Sends a file to its signed address and completes it. */
export async function sendFile(
  client: DemoClient,
  work: Work,
  { url, headers, upload_id }: UploadUrl,
  file: File,
  at = publishedAt(client, work),
) {
  const body = new Uint8Array(file.bytes)
  const { ok, status } = await fetch(url!, { method: 'PUT', headers, body })
  if (!ok) throw new Error(`Storage answered ${status} for ${file.name}`)
  const { owner } = brands[work.brand]
  await client.call(owner, completeUpload, { upload_id }, { at })
}

/** Returns the next 21:00 in Japan, which has no summer time. */
function tonight(now: Date): string {
  const there = new Date(now.getTime() + JST_MS)
  const opens = new Date(there).setUTCHours(OPENING_HOUR_JST, 0, 0, 0)
  const isPast = opens <= there.getTime() + HOUR_MS
  return new Date(opens - JST_MS + (isPast ? 24 * HOUR_MS : 0)).toISOString()
}
