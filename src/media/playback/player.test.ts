import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { hideCodes, showCodes } from './caption-codes.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { barsOf, gainFor, keyAction, qualityName, speedAfter } from './player.shared.ts'
import { trailerOf } from './trailer.shared.ts'

// oxfmt-ignore
const previews: [preview_url: string, trailer: object | undefined][] = [
  ['None',                                    undefined],
  ['',                                        undefined],
  ['https://example.test/trailer.mp4',        { url: 'https://example.test/trailer.mp4' }],
  ['{"hls":"/a.m3u8","dash":"/a.mpd"}',       { hls: '/a.m3u8', dash: '/a.mpd' }],
  ['{"hls":"/a.m3u8"}',                       undefined],
  ['null',                                    undefined],
  ['javascript:alert(1)',                     undefined],
  ['//elsewhere.test/a.mp4',                  undefined],
]
for (const [preview_url, trailer] of previews)
  test(`AS-02 ${preview_url || 'nothing'} is parsed as a trailer`, () => {
    deepEqual(trailerOf(preview_url), trailer)
  })

test('keys work as in common players', () => {
  deepEqual(keyAction(' '), keyAction('K'))
  deepEqual(keyAction('j'), { action: 'move', seconds: -10 })
  deepEqual(keyAction('ArrowRight'), { action: 'move', seconds: 5 })
  deepEqual(keyAction('7'), { action: 'go', share: 0.7 })
  deepEqual(
    [keyAction('n'), keyAction('P')],
    [
      { action: 'chapter', by: 1 },
      { action: 'chapter', by: -1 },
    ],
  )
  deepEqual(['Tab', 'Enter', 'x', 'F5', 'Escape'].map(keyAction), Array(5).fill(undefined))
  deepEqual([speedAfter(1, 1), speedAfter(2, 1), speedAfter(0.5, -1)], [1.25, 2, 0.5])
})

test('times are formatted like a clock, and unknown ones as zero', () => {
  deepEqual([7, 754.9, 5048].map(clockTime), ['0:07', '12:34', '1:24:08'])
  deepEqual([Number.NaN, Number.POSITIVE_INFINITY, -1].map(clockTime), Array(3).fill('0:00'))
})

test('loud songs are turned down, and quiet ones stay unchanged', () => {
  equal(gainFor(-16), 1)
  equal(gainFor(-30), 1)
  equal(gainFor(null), 1)
  equal(Math.round(gainFor(-10) * 100), 50)
})

test('a waveform keeps its peaks with any number of bars', () => {
  deepEqual(barsOf([0, 0.2, 0.9, 0.1], 2), [0.2, 0.9])
  deepEqual(barsOf([0.5], 3), [0.5, 0.5, 0.5])
  deepEqual(barsOf([], 1), [0])
})

test('written signs of captions are hidden from Shaka and shown to the browser; other files stay', () => {
  const hidden = (text: string) =>
    new TextDecoder().decode(hideCodes(new TextEncoder().encode(text)))
  const text = hidden('WEBVTT\n\n<i>I &lt;3</i> <3 & &amp;lt; &nbsp;<00:01.000></b>')
  equal(/&(?!nbsp;)|<[^i/0]/.test(text), false, text)
  equal(showCodes(text), 'WEBVTT\n\n<i>I &lt;3</i> &lt;3 &amp; &amp;lt; &nbsp;<00:01.000></b>')
  equal(hidden('<MPD a="&amp;"/>'), '<MPD a="&amp;"/>')
})

test('PL-02 a picture is named by the usual size that it fits into', () => {
  const sizes = [
    [638, 358],
    [854, 480],
    [480, 360],
    [1_920, 804],
    [720, 1_280],
    [7_680, 4_320],
  ] as const
  deepEqual(
    sizes.map(([width, height]) => qualityName(width, height)),
    ['360p', '480p', '360p', '1080p', '720p', '4320p'],
  )
})
