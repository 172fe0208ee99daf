import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Probe, VideoTrack } from '#src/integrations/ffprobe.ts'
import { mayBeCopied, renditionNames, selectRenditions, renditionPlan } from './ladder.ts'

const film: VideoTrack = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  pixel_format: 'yuv420p',
  plain: true,
  width: 1920,
  height: 1080,
  frame_rate: 24,
  constant_rate: true,
  bit_rate: 9_000_000,
  delay_seconds: 0,
  interlaced: false,
  hdr: undefined,
}
const sound = { index: 1, codec: 'aac', channels: 2 }
const probe = (video?: Partial<VideoTrack>, audio: Probe['audio'] = sound): Probe => ({
  duration_seconds: 60,
  stated: {},
  video: video && { ...film, ...video },
  audio,
  cover: undefined,
  chapters: [],
})
const sizes = (of: Probe, gap?: number) =>
  renditionPlan(of, { keyframe_gap_seconds: gap }).rungs.map(
    (r) => `${r.name} ${r.width}x${r.height}@${r.frame_rate}${r.copied ? ' copied' : ''}`,
  )

// oxfmt-ignore
const ladders: [name: string, video: Partial<VideoTrack>, rungs: string[]][] = [
  ['a full HD film', {}, ['360p 640x360@24', '720p 1280x720@24', '1080p 1920x1080@24']],
  ['a 4K film', { width: 3840, height: 2160 }, ['360p 640x360@24', '720p 1280x720@24', '1080p 1920x1080@24']],
  ['a wide film', { width: 1920, height: 804 }, ['360p 640x268@24', '720p 1280x536@24', '1080p 1920x804@24']],
  ['an upright film', { width: 1080, height: 1920 }, ['360p 360x640@24', '720p 720x1280@24', '1080p 1080x1920@24']],
  ['a film in standard definition', { width: 720, height: 480 }, ['360p 540x360@24', '720p 720x480@24']],
  ['a film slightly larger than the lowest rung', { width: 700, height: 394 }, ['720p 700x394@24']],
  ['a tiny film of odd size', { width: 321, height: 181 }, ['360p 320x180@24']],
  ['a film with 60 frames per second', { frame_rate: 59.94 }, ['360p 640x360@30000/1001', '720p 1280x720@60000/1001', '1080p 1920x1080@60000/1001']],
  ['a film with 240 frames per second', { frame_rate: 240, width: 640, height: 360 }, ['360p 640x360@30']],
  ['a film with a variable frame rate', { frame_rate: 22.3, constant_rate: false, width: 640, height: 360 }, ['360p 640x360@23']],
]
for (const [name, video, rungs] of ladders)
  test(`the rungs of ${name}`, () => deepEqual(sizes(probe(video)), rungs))

test('the best rung is copied if all players support it', () => {
  const small = { bit_rate: 5_000_000 }
  const copied = (video: Partial<VideoTrack>, gap?: number) =>
    sizes(probe({ ...small, ...video }), gap)
      .at(-1)
      ?.endsWith('copied') ?? false
  deepEqual(sizes(probe(small), 2), [
    '360p 640x360@24',
    '720p 1280x720@24',
    '1080p 1920x1080@24 copied',
  ])
  const one = { width: 640, height: 360, bit_rate: 900_000 }
  equal(copied(one, 4), true)
  equal(copied(one, 4.1), false)
  equal(copied(one), false)
  const unfit: Partial<VideoTrack>[] = [
    { bit_rate: 1_100_000 },
    { bit_rate: undefined },
    { codec: 'hevc' },
    { profile: 'High 10' },
    { pixel_format: 'yuv420p10le' },
    { plain: false },
    { constant_rate: false },
    { frame_rate: 60 },
    { delay_seconds: 1 },
    { hdr: 'pq' },
    { width: 641 },
  ]
  for (const video of unfit) equal(copied({ ...one, ...video }, 2), false, JSON.stringify(video))
  equal(mayBeCopied({ ...film, ...one }), true)
  equal(mayBeCopied({ ...film, ...one, codec: 'hevc' }), false)
})

test('a plan has the tracks of its source, and can be reduced to some renditions', () => {
  const all = renditionPlan(probe({ bit_rate: 5_000_000 }), { keyframe_gap_seconds: 2 })
  deepEqual(renditionNames(all), ['audio', '360p', '720p', '1080p'])
  equal(all.audio_rate, 128_000)
  deepEqual(renditionPlan(probe()), { rungs: [], audio_rate: 192_000, aligned: false })
  const mute = { ...probe({ width: 640, height: 360 }), audio: undefined }
  deepEqual(renditionNames(renditionPlan(mute)), ['360p'])

  const rest = selectRenditions(all, ['720p'])
  deepEqual(renditionNames(rest), ['720p'])
  equal(rest.aligned, true, 'aligned to the copied rung, which exists already')
  deepEqual(selectRenditions(all, ['audio']), { rungs: [], audio_rate: 128_000, aligned: true })
})

test('no rung is larger than its source or has odd sides', () => {
  const side = fc.integer({ min: 2, max: 8_192 })
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0.01, max: 1000, noNaN: true }),
      (width, height, rate) => {
        const plan = renditionPlan(probe({ width, height, frame_rate: rate }))
        const { rungs } = plan
        ok(rungs.length >= 1 && rungs.length <= 3)
        for (const rung of rungs) {
          ok(rung.width <= Math.max(2, width) && rung.height <= Math.max(2, height))
          ok(rung.width % 2 === 0 && rung.height % 2 === 0 && rung.width >= 2 && rung.height >= 2)
          ok(Math.max(rung.width, rung.height) <= 1920 && Math.min(rung.width, rung.height) <= 1080)
        }
        equal(new Set(renditionNames(plan)).size, rungs.length + 1)
      },
    ),
  )
})
