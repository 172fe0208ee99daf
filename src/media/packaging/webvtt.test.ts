import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { brokenVtts, unusualVtts } from '../../../test/vtt-samples.ts'
import { readVtt, plainCueText } from './webvtt.shared.ts'
import { withoutTimestampMap, readSubtitle } from './webvtt.ts'

const b64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const CUE = '00:01.000 --> 00:02.500'

for (const { why, language, text, cues, first } of unusualVtts)
  test(`UP-07 a subtitle with ${why} is accepted`, async () => {
    const read = await readSubtitle(language, b64(text))
    deepEqual([read.language, read.cues], [language, cues])
    equal(read.text, text.replace('\u{feff}', '').replaceAll(/\r\n?/g, '\n'))
    equal(readVtt(read.text).cues[0]!.text, first)
  })

for (const [why, text, reason, line] of brokenVtts)
  test(`UP-07 a subtitle with ${why} is refused by its line`, async () => {
    const params = { reason, line }
    await rejects(readSubtitle('ja', b64(text)), { code: 'subtitle_invalid', params })
  })

// oxfmt-ignore
const noText: [why: string, data: string, params: object][] = [
  ['Shift_JIS',            b64(Buffer.from([...Buffer.from('WEBVTT\n\n'), 0x82, 0xb1])), { reason: 'utf8', line: 3 }],
  ['no base64',            'WEBVTT', { reason: 'base64' }],
  ['nothing',              '', { reason: 'empty', line: 1 }],
  ['more than a megabyte', b64(`WEBVTT\n\n${CUE}\n${'x'.repeat(1024 * 1024)}`), { reason: 'size' }],
]
for (const [why, data, params] of noText)
  test(`UP-07 a subtitle of ${why} is refused`, async () => {
    await rejects(readSubtitle('ja', data), { code: 'subtitle_invalid', params })
  })

test('all faults are reported at once, in the order of their lines', () => {
  const text = `WEBVTT\n\n${CUE} colour:red\nHi\n00:00.000 --> 00:00.500\nHo\n\nlost\n`
  const found = readVtt(text).faults.map(({ reason, line }) => `${line} ${reason}`)
  deepEqual(found, ['3 setting', '5 arrow', '8 timing'])
})

test('a file with more cues than any film has is read completely, while others work', async () => {
  const cue = (i: number) => {
    const [minutes, seconds] = [Math.floor(i / 60) % 60, i % 60].map((n) => `${n}`.padStart(2, '0'))
    const hour = `${Math.floor(i / 3_600)}`.padStart(2, '0')
    return `${hour}:${minutes}:${seconds}.000 --> ${hour}:${minutes}:${seconds}.900\nHi`
  }
  const text = ['WEBVTT', ...Array.from({ length: 30_000 }, (_, i) => cue(i))].join('\n\n')
  let turns = 0
  const count = () => {
    turns += 1
    others = setImmediate(count)
  }
  let others = setImmediate(count)
  const { cues } = await readSubtitle('ja', b64(text))
  clearImmediate(others)
  equal(cues, 30_000)
  ok(turns >= 10, `${turns} turns of others`)
})

test('the timestamp map of another stream is removed for players', () => {
  const cue = `${CUE}\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n`
  const header = 'WEBVTT made by hand\nLanguage: de\n'
  equal(
    withoutTimestampMap(`${header}X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n${cue}`),
    `${header}\n${cue}`,
  )
  equal(withoutTimestampMap(`${header}\n${cue}`), `${header}\n${cue}`)
})

test('the text of a cue has no tags', () => {
  equal(
    plainCueText(
      '<v Kenji><ruby>海<rt>うみ</rt></ruby> &amp; <i.far>port</i> &lt;3 &amp;lt; <3 <00:01.000><b',
    ),
    '海うみ & port <3 &lt; <3 ',
  )
})

test('an invalid language is refused, and a valid one gets its canonical spelling', async () => {
  for (const language of ['', 'japanese language', 'ja_JP', '!'])
    await rejects(readSubtitle(language, b64(`WEBVTT\n\n${CUE}\nHi`)), {
      code: 'subtitle_invalid',
      params: { reason: 'language' },
    })
  const spelt = async (language: string) =>
    (await readSubtitle(language, b64(`WEBVTT\n\n${CUE}\nHi`))).language
  deepEqual(await Promise.all(['EN-us', 'zh-hant-tw', 'jpn', 'iw'].map(spelt)), [
    'en-US',
    'zh-Hant-TW',
    'ja',
    'he',
  ])
})
