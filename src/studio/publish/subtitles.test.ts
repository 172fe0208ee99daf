import { deepEqual, equal } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { readSubtitle } from '#src/media/packaging/webvtt.ts'
import { srtToVtt } from './srt.shared.ts'
import * as subtitles from './subtitles.shared.ts'
import { type Encoding, guessEncoding } from './text-encoding.shared.ts'

const SRT = [
  '\uFEFF1\r',
  '00:00:01,000 --> 00:00:02,500\r',
  '根室行き、最終列車です。\r',
  '\r',
  '2\r',
  '0:00:03,000 --> 0:00:04,000 X1:40\r',
  '<i>Mind</i> the gap\r',
  'this --> way\r',
].join('\n')

test('UP-07 an .srt file is converted to a .vtt file that the upload accepts', async () => {
  const vtt = srtToVtt(SRT)
  equal(
    vtt,
    [
      'WEBVTT',
      '',
      '00:00:01.000 --> 00:00:02.500',
      '根室行き、最終列車です。',
      '',
      '00:00:03.000 --> 00:00:04.000',
      '<i>Mind</i> the gap',
      'this → way',
      '',
    ].join('\n'),
  )
  const { text } = await readSubtitle('ja', subtitles.toBase64(vtt))
  equal(text, vtt)
})

// oxfmt-ignore
const oddSrts: [why: string, srt: string, cues: string[]][] = [
  ['out of order',              '1\n00:00:05,000 --> 00:00:06,000\nb\n\n2\n00:00:01,000 --> 00:00:02,000\na\n', ['a', 'b']],
  ['shown for no time',         '1\n00:00:05,000 --> 00:00:05,000\na\n\n2\n00:00:06,0 --> 00:00:07,0\nb\n',     ['b']],
  ['with fonts and places',     '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#fff">a</font> <B>b</B>\n', ['a <b>b</b>']],
  ['with brackets and signs',   '1\n00:00:01,000 --> 00:00:02,000\n1 < 2 & <3\n',                              ['1 &lt; 2 &amp; &lt;3']],
  ['with an empty line within', '1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\n7\n', ['a\nb', '7']],
  ['without any counters',      '00:00:01,000 --> 00:00:02,000\na\n00:00:03,000 --> 00:00:04,000\nb',           ['a', 'b']],
]
for (const [why, srt, cues] of oddSrts)
  test(`UP-07 an .srt file ${why} is converted too`, async () => {
    const { text } = await readSubtitle('ja', subtitles.toBase64(srtToVtt(srt)))
    deepEqual(
      subtitles.parseSubtitles({ text }).cues.map((cue) => cue.text),
      cues,
    )
  })

/** Encodes text with the system's `iconv`, so that the test does not rely on the code it tests. */
const written = (text: string, encoding: string) =>
  new Uint8Array(execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: text }))

// oxfmt-ignore
const texts: [encoding: Encoding, iconv: string, text: string][] = [
  ['utf-8',        'UTF-8',        '根室行き、最終列車です。'],
  ['utf-16le',     'UTF-16',       '根室行き、最終列車です。'],
  ['shift_jis',    'SHIFT_JIS',    '根室行き、最終列車です。カモメ……「はい」'],
  ['euc-kr',       'EUC-KR',       '마지막 열차입니다. 겨울 바다.'],
  ['gb18030',      'GB18030',      '这是开往根室的末班列车。'],
  ['windows-1256', 'CP1256',       'هذا آخر قطار إلى نيمورو، والبحر هادئ.'],
  ['windows-1252', 'WINDOWS-1252', 'Le dernier train, à l’été: “où?”'],
]
for (const [encoding, iconv, text] of texts)
  test(`UP-07 the encoding ${encoding} of an .srt file is recognised`, async () => {
    const srt = `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
    const bytes = written(srt, iconv)
    equal(guessEncoding(bytes), encoding)
    const [draft] = await subtitles.readSubtitles([new File([bytes], 'film.srt')], 'ja')
    const { cues } = subtitles.parseSubtitles(subtitles.convertToVtt(draft!))
    deepEqual(
      cues.map((cue) => cue.text),
      [text],
    )
  })

test('UP-07 a wrong guess at the encoding can be corrected, even after the conversion', async () => {
  const bytes = written('1\n00:00:01,000 --> 00:00:02,000\nСнег\n', 'WINDOWS-1251')
  const [draft] = await subtitles.readSubtitles([new File([bytes], 'film.srt')], 'ru')
  equal(subtitles.subtitleFault(draft!, []), 'srt')
  const made = subtitles.convertToVtt(draft!)
  equal(subtitles.decodeAs(made, 'shift_jis').text === made.text, false)
  deepEqual(subtitles.decodeAs(subtitles.decodeAs(made, 'shift_jis'), made.encoding), made)
})

test('UP-07 two files in one language are refused, unless one belongs to the trailer', async () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n'
  const files = ['a.ja.vtt', 'b_jpn.vtt'].map((name) => new File([vtt], name))
  const [one, two] = await subtitles.readSubtitles([...files, new File(['x'], 'notes.txt')], 'en')
  const all = [one!, two!]
  equal(subtitles.subtitleFault(two!, all), 'twice')
  equal(subtitles.subtitleFault(two!, [{ ...one!, of: 'trailer' }, two!]), undefined)
})

test('UP-07 the language is read from the file name if it states one', () => {
  // oxfmt-ignore
  const names = [
    ['film_ja.vtt', 'ja'], ['film.en.srt', 'en'], ['film.pt-BR.vtt', 'pt-BR'], ['film.zh_hant_tw.vtt', 'zh-Hant-TW'],
    ['film.JPN.vtt', 'ja'], ['film.es-419.vtt', 'es-419'], ['film.vtt', undefined], ['film_final.vtt', undefined],
    ['film.new.vtt', undefined], ['a.qq.vtt', undefined],
  ]
  deepEqual(
    names.map(([name]) => [name, subtitles.languageFromName(name!)]),
    names,
  )
})
