import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import sharp from 'sharp'
import {
  bytesOf,
  downloadableTitle,
  downloadFixtures,
  fetchFile,
  sampleFile,
  sha256,
  startDownload,
} from '../../../test/downloads.ts'
import { tempFolder } from '../../../test/ffmpeg.ts'
import { fetchAs, watchableTitle } from '../../../test/playback-fixtures.ts'
import { readConfig } from '#src/config.ts'
import { plainPicture, smallFiles, type TestFile } from '../../../test/uploads.ts'
import { listDownloads, listRoots } from './download.shared.ts'
import { judgeManifest, judgeReceipt, manifestType } from './file-check.shared.ts'
import { writeManifest } from './manifest.ts'
import { readReceipt } from './receipt-check.shared.ts'

const WASM = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
let isOpen = false

/** Reads a file with the reader of the Content Authenticity Initiative, trusting the given roots. */
async function report(name: string, bytes: Buffer, roots: string[]) {
  if (!isOpen) initSync({ module: readFileSync(WASM) })
  isOpen = true
  const settings = {
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    ...(roots.length > 0 && { trust: { trust_anchors: roots.join('\n') } }),
  }
  const reader = await WasmReader.fromBytes(manifestType(name)!, bytes, JSON.stringify(settings))
  return JSON.parse(reader.json())
}

/** Returns the tags that ffprobe shows of a file. */
async function tagsOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(await tempFolder(), name)
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format_tags:stream_tags',
    path,
  ])
  return stdout
}

test('a thread that signs for too long is ended, and the next file is signed', async (t) => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: await tempFolder() })
  const path = join(await tempFolder(), 'a.png')
  await writeFile(path, (await plainPicture(64, 48)).bytes)
  const claim = {
    title: 'T',
    number: 1,
    copies: 1,
    kid: randomUUID(),
    asset_token_id: randomUUID(),
  }
  const sign = () =>
    writeManifest(
      config,
      { path, to: `${path}.signed`, format: 'image/png' },
      {
        ...claim,
        owner: '0x01',
        file: 'original',
        downloaded_at: '2030-01-07T12:00:00.000Z',
        site: config.publicUrl,
      },
    )
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const passing = setInterval(() => t.mock.timers.tick(300_000), 1)
  await rejects(sign(), /signing thread ended/).finally(() => clearInterval(passing))
  t.mock.timers.reset()
  await sign()
})

// oxfmt-ignore
const FORMATS = [
  ['a.jpg', 'image/jpeg'], ['a.png', 'image/png'], ['a.webp', 'image/webp'], ['a.gif', 'image/gif'],
  ['a.tif', 'image/tiff'], ['a.mp4', 'video/mp4'], ['a.mov', 'video/quicktime'],
  ['a.m4a', 'audio/mp4'], ['a.mp3', 'audio/mpeg'], ['a.flac', 'audio/flac'], ['a.wav', 'audio/wav'],
] as const

test('AS-10 a downloaded file names its copy and its owner in a manifest under our root and in a mark that tools show, and a flipped byte shows', async (t) => {
  const { here, mika } = await downloadFixtures(t)
  const { roots } = await here.call(listRoots, {})
  for (const [name, type] of FORMATS) {
    const original = await sampleFile(name, type)
    const film = await downloadableTitle(here, mika, { file: original, title: `A “${name}” 海` })
    const token = film.tokens.get(2)!
    const download = await startDownload(mika, token)
    equal(download.has_receipt, false, name)
    const bytes = await bytesOf(fetchFile(download))
    equal(sha256(bytes), download.sha256)
    const read = await report(name, bytes, roots)
    equal(read.validation_state, 'Trusted', name)
    const verdict = judgeManifest(read, '')
    ok(verdict.kind === 'genuine', name)
    const { kid, number, asset_token_id, owner, title, copies, file } = verdict.claim
    deepEqual(
      [kid, number, asset_token_id, title, copies, file],
      [film.kid, 2, token, `A “${name}” 海`, 5, 'original'],
    )
    match(owner, /^0x[0-9a-f]{16}$/) // the wallet address, no name and no mail address
    notEqual((await report(name, bytes, [])).validation_state, 'Trusted', name) // without our root
    const flipped = Buffer.from(bytes)
    flipped[flipped.length - 500]! ^= 1
    const damaged = await report(name, flipped, roots).catch((error: unknown) => String(error))
    const state = typeof damaged === 'string' ? damaged : judgeManifest(damaged, '').kind
    match(state, /altered|C2pa/, name)
    await assertMarked(name, original, bytes)
  }
})

/** Asserts that common tools show the number in a file, and that its picture is as it was. */
async function assertMarked(name: string, { type, bytes: original }: TestFile, bytes: Buffer) {
  if (!type.startsWith('image/')) return match(await tagsOf(name, bytes), /No\. 2 of 5/, name)
  const pixels = (from: Buffer) => sharp(from).raw().toBuffer()
  ok((await pixels(bytes)).equals(await pixels(original)), name)
  // TIFF has no place for a comment that moves nothing else.
  if (name !== 'a.tif') ok(bytes.includes('No. 2 of 5'), name)
}

test('AS-10 a file that cannot carry a manifest gets a signed receipt, which belongs to this file alone', async (t) => {
  const file = await sampleFile('a.ogg', 'audio/ogg')
  const { here, ren, no1, film } = await downloadFixtures(t, { file })
  const { roots } = await here.call(listRoots, {})
  const download = await startDownload(ren, no1)
  equal(download.has_receipt, true)
  const bytes = await bytesOf(fetchFile(download))
  const answer = await fetchAs(here, `/api/2.0/downloads/${download.id}/receipt`, ren)
  equal(answer.headers.get('content-type'), 'application/jose')
  const receipt = await answer.text()
  const read = (await readReceipt(receipt, roots))!
  deepEqual(
    [read.kid, read.number, read.sha256, read.size],
    [film.kid, 1, sha256(bytes), bytes.length],
  )
  equal(judgeReceipt(read, sha256(bytes)).kind, 'genuine')
  equal(judgeReceipt(read, sha256(Buffer.concat([bytes, Buffer.of(0)]))).kind, 'altered')
  const [head, body, signature] = receipt.split('.')
  const forged = Buffer.from(JSON.stringify({ ...read, number: 2 })).toString('base64url')
  for (const wrong of [
    `${head}.${forged}.${signature}`,
    `${head}.${body}.${'A'.repeat(86)}`,
    'nonsense',
    '',
  ])
    equal(await readReceipt(wrong, roots), undefined)
  equal(await readReceipt(receipt, []), undefined)
  const { newSigningPair } = await import('#src/certificate.ts')
  const { signerOf } = await import('./signer.ts')
  const { signReceipt } = await import('./receipt.ts')
  const { certificates, key } = newSigningPair(new Date())
  const other = signReceipt(
    signerOf({ downloadCertificates: certificates, downloadKey: key }),
    read,
  )
  equal(await readReceipt(other, roots), undefined) // another root
  const mixed = [certificates.split(',')[0], here.config.downloadCertificates.split(',')[1]].join()
  const pretended = signReceipt(signerOf({ downloadCertificates: mixed, downloadKey: key }), read)
  equal(await readReceipt(pretended, roots), undefined) // our root did not sign that certificate
})

test('AS-10 a file above 200 MB is handed out as it is stored, with a receipt', async (t) => {
  const head = await sampleFile('a.wav', 'audio/wav')
  const bytes = Buffer.concat([head.bytes, Buffer.alloc(200 * 1024 ** 2)])
  const { here, ren, no1 } = await downloadFixtures(t, { file: { ...head, bytes } })
  const { roots } = await here.call(listRoots, {})
  const download = await startDownload(ren, no1)
  deepEqual(
    [download.has_receipt, download.size, download.sha256],
    [true, bytes.length, sha256(bytes)],
  )
  const receipt = await fetchAs(here, `/api/2.0/downloads/${download.id}/receipt`, ren)
  equal((await readReceipt(await receipt.text(), roots))!.sha256, download.sha256)
  equal((await bytesOf(fetchFile(download, { range: 'bytes=0-99' }))).length, 100)
  equal((await bytesOf(fetchFile(download, { range: `bytes=${bytes.length - 50}-` }))).length, 50)
})

test('AS-10 a film is downloaded in a smaller size with picture and sound, and a picture with its number on it', async (t) => {
  const { film, picture } = await smallFiles()
  const place = await watchableTitle(t, { asset: film })
  await place.app.db.updateTable('asset').set({ download_enabled: true }).execute()
  const { files } = await place.ren.call(listDownloads, { asset_token_id: place.no2 })
  deepEqual(
    files.map(({ file }) => file),
    ['original', '360p'],
  )
  const download = await startDownload(place.ren, place.no2, { file: '360p' })
  const bytes = await bytesOf(fetchFile(download))
  const { roots } = await place.call(listRoots, {})
  equal((await report('a.mp4', bytes, roots)).validation_state, 'Trusted')
  const path = join(await tempFolder(), 'film.mp4')
  await writeFile(path, bytes)
  const shown = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type,duration',
    '-of',
    'csv=p=0',
    path,
  ]
  const { stdout } = await promisify(execFile)('ffprobe', shown)
  match(stdout, /^video,(2\.9|3)/m)
  match(stdout, /^audio,(2\.9|3)/m)
  equal(
    (await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'])).stderr,
    '',
  )

  const drawn = await watchableTitle(t, { asset: picture })
  await drawn.app.db.updateTable('asset').set({ download_enabled: true }).execute()
  const shownSize = await startDownload(drawn.ren, drawn.no2, { file: 'display' })
  match(shownSize.file_name!, /No\. 2 display\.jpg$/)
  const { width, format } = await sharp(await bytesOf(fetchFile(shownSize))).metadata()
  deepEqual([width, format], [1600, 'jpeg'])
})

test('AS-10 a song is downloaded as its rendition', async (t) => {
  const { song } = await smallFiles()
  const place = await watchableTitle(t, { asset: song })
  await place.app.db.updateTable('asset').set({ download_enabled: true }).execute()
  const download = await startDownload(place.ren, place.no2, { file: 'audio' })
  const { roots } = await place.call(listRoots, {})
  const bytes = await bytesOf(fetchFile(download))
  equal((await report('a.m4a', bytes, roots)).validation_state, 'Trusted')
  match(await tagsOf('a.m4a', bytes), /No\. 2 of 3/)
})
