import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { readSubtitle } from '../media/webvtt.ts'
import { isSrt, languageFromName, srtToVtt, toBase64 } from './subtitles.shape.ts'

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

test('UP-07 an .srt becomes the .vtt that the upload accepts', () => {
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
  const { text } = readSubtitle('ja', toBase64(vtt))
  equal(text, vtt)
})

test('UP-07 the language is read from the name where the name says it', () => {
  const names = [
    'film_ja.vtt',
    'film.en.srt',
    'film.pt-BR.vtt',
    'film.vtt',
    'film_final.vtt',
    'a.qq.vtt',
  ]
  deepEqual(names.map(languageFromName), ['ja', 'en', 'pt-BR', undefined, undefined, undefined])
  equal(isSrt('A.SRT'), true)
  equal(isSrt('a.vtt'), false)
})
