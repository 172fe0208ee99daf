import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mediaTypeOf, nearestObi, obiColours, rgbOf } from './media.shared.ts'

// oxfmt-ignore
const claims: [mime: string, fileName: string, asset_type: string, media_type: string][] = [
  ['image/png',        'a.mp4',       'image',   'image'],
  ['video/mp4',        'a.png',       'video',   'video'],
  ['audio/mpeg',       'a',           'video',   'audio'],
  ['AUDIO/X-M4A',      'a.m4a',       'video',   'audio'],
  ['',                 'a.png',       'image',   'image'],
  ['',                 'a.jpg',       'image',   'image'],
  ['',                 'a.JPEG',      'image',   'image'],
  ['',                 'a.mp4',       'video',   'video'],
  ['',                 'a.mov',       'video',   'video'],
  ['',                 'a.m4f',       'video',   'video'],
  ['',                 'a.m4v',       'video',   'video'],
  ['',                 'a.mp3',       'video',   'audio'],
  ['',                 'a.aac',       'video',   'audio'],
  ['',                 'a.m4a',       'video',   'audio'],
  ['application/octet-stream', '夏.第1話.mov', 'video', 'video'],
  ['',                 'a.m2ts',      'video',   'video'],
  ['',                 'a.3gp',       'video',   'video'],
  ['',                 'a.spx',       'video',   'audio'],
  ['',                 'a.AIFF',      'video',   'audio'],
  ['image/heic',       'a.heic',      'unknown', 'unknown'],
  ['text/html',        'a.html',      'unknown', 'unknown'],
  ['',                 'mp4',         'unknown', 'unknown'],
  ['',                 'constructor', 'unknown', 'unknown'],
  ['',                 'a.constructor', 'unknown', 'unknown'],
]
for (const [mime, fileName, asset_type, media_type] of claims)
  test(`UP-08 ${mime || 'no type'} named ${fileName} is ${media_type}`, () => {
    deepEqual(mediaTypeOf(mime, fileName), { asset_type, media_type })
  })

test('every obi colour is nearest to itself, and a red picture gets a brown one', () => {
  for (const [name, hex] of Object.entries(obiColours)) equal(nearestObi(rgbOf(hex)), name)
  equal(nearestObi([217, 58, 34]), 'kobicha')
  equal(nearestObi([0, 0, 0]), 'sumi')
  equal(nearestObi([255, 255, 255]), 'kinari')
})
