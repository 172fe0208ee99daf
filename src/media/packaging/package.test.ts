import { deepEqual, equal, match, notDeepEqual, ok, rejects } from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, test } from 'node:test'
import * as fc from 'fast-check'
import { samplesOf, sequenceIv } from '../../../test/cbcs.ts'
import { H264, PICTURE, TONE, ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { findBox, requireBox, parseBoxes, writeBox } from './boxes.ts'
import { encryptFragment, encryptSegment } from './encrypt.ts'
import { type Fragment, readFragments, trackOf } from './fragments.ts'
import { constantIv, keyIds, newContentKeys, segmentKey } from './keys.ts'
import { dashManifest, hlsMedia } from './manifest.ts'
import { type TrackIndex, mediaIndex, packageTrack } from './package.ts'

const KID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const CMAF = '-movflags cmaf+frag_keyframe+negative_cts_offsets'
const keys = newContentKeys()
let folder: string

before(async () => {
  folder = await tempFolder()
  await Promise.all([
    ffmpeg(folder, `${PICTURE('320x180', 9)} ${H264} -g 60 -bf 2 ${CMAF} video.mp4`),
    ffmpeg(
      folder,
      `${PICTURE('320x180', 2)} ${H264} -x264-params slices=60:keyint=30 ${CMAF} slices.mp4`,
    ),
    ffmpeg(folder, `${TONE(9)} -c:a aac -ac 2 ${CMAF} -frag_duration 2000000 audio.mp4`),
  ])
})

async function packaged(name: string, locked = true) {
  const files = new Map<string, Buffer>()
  const write = async (path: string, bytes: Buffer) => void files.set(path, bytes)
  const path = join(folder, `${name}.mp4`)
  const index = await packageTrack({
    name,
    path,
    write,
    ...(locked && { locked: { kid: KID, keys } }),
  })
  return { index, files }
}

for (const kind of ['video', 'audio'] as const)
  test(`encrypted ${kind} decrypts with the key, byte for byte`, async () => {
    const [clear, locked] = await Promise.all([packaged(kind, false), packaged(kind)])
    const track = trackOf(clear.files.get(`clear/${kind}/init.mp4`)!)
    for (const [i] of clear.index.segments.entries()) {
      const name = `${kind}/${i + 1}.m4s`
      const [plain, hidden] = [clear.files.get(`clear/${name}`)!, locked.files.get(`cbcs/${name}`)!]
      const samples = samplesOf(plain, track)
      const opened = samplesOf(hidden, track, keys[kind], constantIv(keyIds(KID)[kind]))
      equal(opened.length, samples.length)
      opened.forEach((sample, n) => ok(sample.equals(samples[n]!), `sample ${n}`))
      notDeepEqual(samplesOf(hidden, track), samples)

      const whole = createDecipheriv('aes-128-cbc', segmentKey(keys[kind]), sequenceIv(i + 1))
      const segment = locked.files.get(`aes-128/${name}`)!
      ok(Buffer.concat([whole.update(segment), whole.final()]).equals(plain))
    }
  })

test('slices are encrypted after their heads, and parameter sets stay readable', async () => {
  const { files } = await packaged('video')
  const plain = await packaged('video', false)
  const track = trackOf(plain.files.get('clear/video/init.mp4')!)
  const [open, shut] = [plain.files.get('clear/video/1.m4s')!, files.get('cbcs/video/1.m4s')!]
  const [clear, hidden] = [samplesOf(open, track), samplesOf(shut, track)]
  const first = clear.findIndex((sample) => sample.length > 2_000)
  const [a, b] = [clear[first]!, hidden[first]!]
  const slice = sliceAt(a)
  ok(a.subarray(0, slice + 96).equals(b.subarray(0, slice + 96)))
  const block = slice + 96
  ok(!a.subarray(block, block + 16).equals(b.subarray(block, block + 16)))
  ok(a.subarray(block + 16, block + 160).equals(b.subarray(block + 16, block + 160)))
})

test('a picture with very many slices can be packaged', async () => {
  const { index } = await packaged('slices')
  equal(index.segments.length, 1)
})

test('packaging is deterministic', async () => {
  const [one, two] = await Promise.all([packaged('video'), packaged('video')])
  deepEqual(one, two)
})

test('a growing file is packaged as it grows, with the same result', async () => {
  const bytes = await readFile(join(folder, 'video.mp4'))
  const path = join(folder, 'growing.mp4')
  const files = new Map<string, Buffer>()
  let whole = false
  const write = async (name: string, part: Buffer) => void files.set(name, part)
  const job = { name: 'video', path, write, isWhole: () => whole }
  const packaging = packageTrack({ ...job, locked: { kid: KID, keys } })
  await sleep(50) // the file does not exist yet
  await writeFile(path, bytes.subarray(0, 5)) // less than the head of a box
  for (let at = 5, size = 7_001; at < bytes.length; at += size) {
    await appendFile(path, bytes.subarray(at, at + size))
    await sleep(5)
  }
  while (!files.has('cbcs/video/1.m4s')) await sleep(5)
  ok(!files.has('cbcs/video/3.m4s'), 'the last segment may still grow')
  whole = true
  const usual = await packaged('video')
  deepEqual(await packaging, usual.index)
  deepEqual(files, usual.files)
})

test('a file that ends within a box or never appears is refused once writing has ended', async () => {
  const bytes = await readFile(join(folder, 'video.mp4'))
  await writeFile(join(folder, 'cut.mp4'), bytes.subarray(0, -10))
  await rejects(packaged('cut'), { code: 'media_broken' })
  await rejects(packaged('nowhere'), { code: 'ENOENT' })
  const stop = AbortSignal.timeout(50)
  const job = { name: 'never', path: join(folder, 'never.mp4'), write: async () => {} }
  await rejects(packageTrack({ ...job, isWhole: () => false, signal: stop }), {
    name: 'AbortError',
  })
})

test('segments are about four seconds long and cover the whole file', async () => {
  for (const kind of ['video', 'audio']) {
    const { index } = await packaged(kind)
    const seconds = index.segments.map(({ duration }) => duration / index.timescale)
    for (const each of seconds.slice(0, -1)) ok(each > 3 && each < 5, `${each}`)
    ok(Math.abs(seconds.reduce((a, b) => a + b) - 9) < 0.1)
    equal(index.start, 0)
  }
})

test('the index holds what players need before the first byte', async () => {
  const [video, audio] = await Promise.all([packaged('video'), packaged('audio')])
  const { codec, width, height, kid } = video.index
  match(codec, /^avc1\.4D400D$/)
  deepEqual([width, height, kid], [320, 180, KID])
  const { codec: voice, channels, sampling_rate, kid: audioKid } = audio.index
  deepEqual([voice, channels, sampling_rate, audioKid], ['mp4a.40.2', 2, 44_100, keyIds(KID).audio])
  const init = parseBoxes(video.files.get('cbcs/video/init.mp4')!)
  const entry = requireBox(init, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').children![0]!
  equal(entry.type, 'encv')
  ok(findBox(init, 'moov', 'pssh'))
  ok(video.index.bandwidth >= video.index.average_bandwidth)
})

test('manifests escape characters that could break out of them', async () => {
  const index = mediaIndex([(await packaged('video')).index])
  const nasty = 'https://x/?a=1&b="><script>'
  const subtitles = [{ language: 'ja', label: '<b>&', url: nasty }]
  const dash = dashManifest(index, { base: nasty, licenceUrl: nasty, subtitles })
  ok(!dash.includes('<script>') && !dash.includes('a=1&b'))
  const hls = hlsMedia(index, 'video', {
    base: '/m/',
    scheme: 'cbcs',
    keyUrl: 'k"\n#EXT-X-ENDLIST',
  })
  equal(hls.match(/^#EXT-X-ENDLIST$/gm)?.length, 1)
  match(hls, /URI="k%22%0A#EXT-X-ENDLIST",KEYFORMAT/)
})

test('equal durations share one element, and the sequence number is the IV', () => {
  const track: TrackIndex = {
    name: '360p',
    kind: 'video',
    codec: 'avc1.640015',
    width: 640,
    height: 360,
    timescale: 10,
    start: 0,
    bandwidth: 2,
    average_bandwidth: 1,
    segments: [40, 40, 40, 15].map((duration) => ({ duration, bytes: 9 })),
  }
  const index = mediaIndex([track])
  match(dashManifest(index, { base: '/' }), /<S t="0" d="40" r="2"\/><S d="15"\/>/)
  const hls = hlsMedia(index, '360p', { base: '/', scheme: 'aes-128', keyUrl: '/key' })
  match(
    hls,
    /#EXT-X-TARGETDURATION:4\n[^]*MEDIA-SEQUENCE:1\n#EXT-X-MAP[^\n]*\n#EXT-X-KEY:METHOD=AES-128,URI="\/key"/,
  )
})

test('parsing reverses writing of boxes, for any bytes', () => {
  const box = fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => ({ type: 'free', head: Buffer.from(bytes) }))
  fc.assert(
    fc.property(fc.array(box, { maxLength: 5 }), (children) => {
      deepEqual(parseBoxes(writeBox({ type: 'moof', head: Buffer.alloc(0), children })), [
        { type: 'moof', head: Buffer.alloc(0), children },
      ])
    }),
  )
})

test('any segment decrypts from AES-128, and none stays readable', () => {
  const key = newContentKeys().video
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 300 }), fc.nat(), (bytes, number) => {
      const hidden = encryptSegment([Buffer.from(bytes)], key, number)
      const opened = createDecipheriv('aes-128-cbc', key, sequenceIv(number))
      deepEqual(Buffer.concat([opened.update(hidden), opened.final()]), Buffer.from(bytes))
      notDeepEqual(hidden.subarray(0, 16), Buffer.from(bytes.subarray(0, 16)))
    }),
  )
})

test('slices of any number and size decrypt from cbcs', async () => {
  const parts = readFragments(join(folder, 'video.mp4'))
  const track = trackOf((await parts.next()).value as Buffer)
  const { moof } = (await parts.next()).value as Fragment
  await parts.return(undefined)
  const units = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 40 })
  const key = { kid: KID, key: keys.video, iv: constantIv(KID) }
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 31 }), (sizes, type) => {
      const sample = Buffer.concat(sizes.map((size) => unit(size, type)))
      const fragment = { moof: oneSample(moof, sample.length), mdat: mdatOf(sample) }
      const { moof: m, mdat } = encryptFragment(fragment, track, key)
      const [opened] = samplesOf(Buffer.concat([m, mdat]), track, key.key, key.iv)
      ok(opened!.equals(sample))
    }),
    { numRuns: 40 },
  )
})

/**
 * Returns the offset of the first slice of a sample, after supplemental information and parameter
 * sets.
 */
function sliceAt(sample: Buffer): number {
  let at = 0
  while (![1, 5].includes(sample[at + 4]! & 31)) at += 4 + sample.readUInt32BE(at)
  return at
}

function unit(size: number, type: number): Buffer {
  const bytes = Buffer.alloc(4 + size, 7)
  bytes.writeUInt32BE(size)
  bytes[4] = type
  return bytes
}

const mdatOf = (payload: Buffer) => writeBox({ type: 'mdat', head: payload })

/** Returns the fragment's moof with a single run of a single sample. */
function oneSample(moof: Buffer, size: number): Buffer {
  const [box] = parseBoxes(moof)
  const trun = requireBox(box!.children!, 'traf', 'trun')
  trun.head = Buffer.alloc(16)
  trun.head.writeUInt32BE(0x201, 0)
  trun.head.writeUInt32BE(1, 4)
  trun.head.writeUInt32BE(size, 12)
  trun.head.writeInt32BE(writeBox(box!).length + 8, 8)
  return writeBox(box!)
}
