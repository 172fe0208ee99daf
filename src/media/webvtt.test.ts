import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { readSubtitle } from './webvtt.ts'

const b64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const CUE = '00:01.000 --> 00:02.500'

test('UP-07 a subtitle with notes, styles, identifiers and settings is taken as it is', () => {
  const text = `WEBVTT - Kind: captions\nX-HEADER: 1\n\nNOTE one\ntwo\n\nSTYLE\n::cue { color: red }\n\nfirst\n${CUE} align:start position:10%\nこんにちは\n\n100:00:00.000 --> 100:00:01.000 vertical:rl line:0\nمرحبا\n`
  deepEqual(readSubtitle('zh-hant-tw', b64(text)), { language: 'zh-Hant-TW', text, cues: 2 })
})

test('a byte order mark and foreign line ends do no harm', () => {
  const { text, cues } = readSubtitle('ja', b64(`\u{feff}WEBVTT\r\n\r\n${CUE}\r\na\rb`))
  deepEqual([text, cues], [`WEBVTT\n\n${CUE}\na\nb`, 1])
})

// oxfmt-ignore
const refused: [why: string, data: string, reason: string, line?: number][] = [
  ['SubRip',                  b64('1\n00:00:01,000 --> 00:00:02,000\nHi\n'), 'srt', 1],
  ['no header',               b64(`${CUE}\nHi\n`), 'header', 1],
  ['a header run together',   b64(`WEBVTTX\n\n${CUE}\nHi\n`), 'header', 1],
  ['no cues',                 b64('WEBVTT\n\nNOTE nothing\n'), 'empty'],
  ['a comma in the time',     b64('WEBVTT\n\n00:01,000 --> 00:02.000\nHi\n'), 'timing', 3],
  ['sixty-one minutes',       b64('WEBVTT\n\n61:01.000 --> 61:02.000\nHi\n'), 'timing', 3],
  ['words without a time',    b64(`WEBVTT\n\n${CUE}\nHi\n\nlost\nwords\n`), 'timing', 7],
  ['an end before its start', b64('WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n'), 'order', 3],
  ['a cue out of turn',       b64(`WEBVTT\n\n${CUE}\nHi\n\n00:00.500 --> 00:02.000\nHo\n`), 'order', 6],
  ['an unknown setting',      b64(`WEBVTT\n\n${CUE} colour:red\nHi\n`), 'setting', 3],
  ['Shift_JIS',               b64(Buffer.from([...Buffer.from('WEBVTT\n\n'), 0x82, 0xb1])), 'utf8'],
  ['a NUL',                   b64(`WEBVTT\n\n${CUE}\na\0b\n`), 'utf8'],
  ['no base64',               'WEBVTT', 'base64'],
  ['nothing',                 '', 'base64'],
  ['more than a megabyte',    b64(`WEBVTT\n\n${CUE}\n${'x'.repeat(1024 * 1024)}`), 'size'],
]
for (const [why, data, reason, line] of refused)
  test(`UP-07 a subtitle with ${why} is refused`, () => {
    const params = { reason, ...(line && { line }) }
    throws(() => readSubtitle('ja', data), { code: 'subtitle_invalid', params })
  })

test('a language that is none is refused', () => {
  for (const language of ['', 'japanese language', 'ja_JP', '!'])
    throws(() => readSubtitle(language, b64(`WEBVTT\n\n${CUE}\nHi`)), {
      code: 'subtitle_invalid',
      params: { reason: 'language' },
    })
  equal(readSubtitle('EN-us', b64(`WEBVTT\n\n${CUE}\nHi`)).language, 'en-US')
})
