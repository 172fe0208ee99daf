import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import {
  type Chapters,
  CHAPTERS_MAX,
  chapterAt,
  chapterBeside,
  chapters,
  chaptersText,
  fileChapters,
  readChapters,
} from './chapters.shared.ts'
import { getChapters, putChapters } from './playback.shared.ts'

const bridge = [
  { at_seconds: 0, name: 'The harbour' },
  { at_seconds: 83.416, name: 'The bridge' },
  { at_seconds: 3_725, name: '海' },
]

test('chapters are written one per line and parse back unchanged', () => {
  equal(chaptersText(bridge), '0:00 The harbour\n1:23.416 The bridge\n1:02:05 海')
  const name = fc
    .array(fc.constantFrom('a', '海', '🌊', '-->', '0:05', 'ش'), { minLength: 1, maxLength: 9 })
    .map((words) => words.join(' '))
  const given = fc
    .uniqueArray(fc.integer({ min: 0, max: 36_000_000 }), { maxLength: CHAPTERS_MAX })
    .chain((times) =>
      fc.tuple(
        ...times
          .toSorted((a, b) => a - b)
          .map((ms) => name.map((words) => ({ at_seconds: ms / 1_000, name: words }))),
      ),
    )
  fc.assert(
    fc.property(given, (all) => {
      deepEqual(readChapters(chaptersText(all), 36_001), all)
      equal(chapters.safeParse(all).success, true)
    }),
  )
})

// oxfmt-ignore
const parsed: [name: string, text: string, read: object][] = [
  ['nothing',                  '',                                     []],
  ['other line ends and gaps',      '\uFEFF0:00 A\r\n\r\n  01:23  B  c\r2:03,5\tD', [{ at_seconds: 0, name: 'A' }, { at_seconds: 83, name: 'B c' }, { at_seconds: 123.5, name: 'D' }]],
  ['minutes beyond an hour',   '75:00 A',                              { line: 1, reason: 'end' }],
  ['no time',                  '0:00 A\nThe bridge',                   { line: 2, reason: 'time' }],
  ['an invalid time',      '0:61 A',                               { line: 1, reason: 'time' }],
  ['no name',                  '0:00 A\n0:05',                         { line: 2, reason: 'name' }],
  ['an invisible name',    '0:00 \u202e\u200f',                    { line: 1, reason: 'name' }],
  ['the same time twice',      '0:00 A\n\n0:00 B',                     { line: 3, reason: 'order' }],
  ['times out of order',              '0:09 A\n0:05 B',                       { line: 2, reason: 'order' }],
  ['past the end',             '1:00:00 A',                            { line: 1, reason: 'end' }],
  ['a name that is too long',   `0:00 ${'x'.repeat(101)}`,               { line: 1, reason: 'name' }],
  ['a WebVTT file',            'WEBVTT\n\n1\n00:00.000 --> 00:05.000\nThe <b>harbour</b>\n\n00:00:05.250 --> 00:09.000\nThe\nbridge\n', [{ at_seconds: 0, name: 'The harbour' }, { at_seconds: 5.25, name: 'The bridge' }]],
  ['WebVTT without a name',    'WEBVTT\n\n00:00.000 --> 00:05.000\n\n', { line: 3, reason: 'name' }],
]
for (const [name, text, read] of parsed)
  test(`parsing chapters: ${name}`, () => deepEqual(readChapters(text, HOUR_SECONDS), read))

test('a hundred chapters are accepted and no more', () => {
  const lines = Array.from({ length: CHAPTERS_MAX + 1 }, (_, i) => `${i}:00 Part ${i}`)
  deepEqual(readChapters(lines.join('\n'), 3 * HOUR_SECONDS), {
    line: CHAPTERS_MAX + 1,
    reason: 'many',
  })
  equal(
    (readChapters(lines.slice(1).join('\n'), 3 * HOUR_SECONDS) as object[]).length,
    CHAPTERS_MAX,
  )
})

test('only the usable chapters of a media file are kept', () => {
  const found = [
    { start_seconds: 5, title: 'Two' },
    { start_seconds: 0, title: ' O\u202ene\n' },
    { start_seconds: 5, title: 'Two again' },
    { start_seconds: 7, title: '' },
    { start_seconds: Number.NaN, title: 'No time' },
    { start_seconds: -1, title: 'Before' },
    { start_seconds: 10, title: 'After' },
    { start_seconds: 9.99951, title: 'x'.repeat(150) },
  ]
  const kept = fileChapters(found, 10.5)
  deepEqual(kept.slice(0, 2), [
    { at_seconds: 0, name: 'O ne' },
    { at_seconds: 5, name: 'Two' },
  ])
  deepEqual(kept.slice(2), [{ at_seconds: 10, name: 'After' }])
  equal(chapters.safeParse(kept).success, true)
  const many = Array.from({ length: 150 }, (_, i) => ({ start_seconds: i, title: `${i}` }))
  equal(fileChapters(many, 1_000).length, CHAPTERS_MAX)
})

test('a moment belongs to the chapter that began last', () => {
  deepEqual(
    [0, 83.4, 83.416, 9_999].map((seconds) => chapterAt(bridge, seconds)),
    [0, 0, 1, 2],
  )
  equal(chapterAt(bridge.slice(1), 5), -1)
})

test('a creator edits the chapters of a published title, and everybody can read them', async (t) => {
  const setup = await testApp(t, { role: 'web' })
  const [mika, eve] = [
    await setup.person('Mika', { role: 'ORH' }),
    await setup.person('Eve', { role: 'ORH' }),
  ]
  const { kid } = await createTitle(setup, mika, { copies: 1, price: 300 })
  await setup.app.db.updateTable('asset').set({ duration_seconds: 90 }).execute()
  const put = async (who: Person, all: object[]) =>
    (await who.call(putChapters, { kid, chapters: all as Chapters })).error
  const read = async () => (await setup.call(getChapters, { id: kid })).chapters
  deepEqual(await read(), [])

  equal(
    await put(mika, [bridge[0]!, { at_seconds: 83.416, name: ' The\n\u202ebridge ' }]),
    undefined,
  )

  deepEqual(await read(), bridge.slice(0, 2))
  equal((await put(eve, []))?.code, 'forbidden')
  // oxfmt-ignore
  const refused = [
    bridge, // past the end
    bridge.slice(0, 2).toReversed(),
    [{ at_seconds: 1, name: '\u202e' }],
    [{ at_seconds: 1, name: 'x'.repeat(101) }],
    [{ at_seconds: -1, name: 'A' }],
    [{ at_seconds: 1.23456, name: 'A' }],
    Array.from({ length: 101 }, (_, i) => ({ at_seconds: i / 2, name: 'A' })),
  ]
  for (const all of refused) equal((await put(mika, all))?.code, 'input_invalid')
  deepEqual(await read(), bridge.slice(0, 2))

  await setup.app.db.updateTable('asset').set({ published_at: null }).execute()
  equal((await put(mika, []))?.code, 'title_not_out')
  equal((await setup.call(getChapters, { id: kid })).error?.code, 'not_found')
  deepEqual((await mika.call(getChapters, { id: kid })).chapters, bridge.slice(0, 2))
})

test('the keys go to the next chapter, back to the start of this one, and soon after it to the previous one', () => {
  const all = [10, 20, 30].map((at_seconds) => ({ at_seconds, name: `${at_seconds}` }))
  const next = [0, 10, 29.9, 30].map((seconds) => chapterBeside(all, seconds, 1))
  deepEqual(next, [10, 20, 30, undefined])
  const before = [5, 10, 15, 21, 24, 99].map((seconds) => chapterBeside(all, seconds, -1))
  deepEqual(before, [undefined, undefined, 10, 10, 20, 30])
})
