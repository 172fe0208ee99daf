import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { thumbHashToRGBA } from 'thumbhash'
import { coloursOf, placeholderOf } from './thumbhash.ts'

const HASHES = [
  'zfcJHgJpdwiIeDd2iGd3mrhJeYmAxwg=',
  'EvgJHIR3eHeHeIeAeHl3gnAHCA==',
  'q4mCBQYBZ4iAcHeHh4aAeH93d/c=',
]

test('a placeholder has the colours that the decoder of ThumbHash gives', () => {
  for (const hash of HASHES) {
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(hash, 'base64'))
    const colours = coloursOf(hash, w, h) // so the middles of the fields are the decoder's points
    equal(colours.length, w * h)
    for (const [i, colour] of colours.entries()) {
      const channels = colour.match(/\w\w/g)!.map((two) => Number.parseInt(two, 16))
      for (const [n, channel] of channels.entries())
        ok(Math.abs(channel - rgba[4 * i + n]!) <= 1, `${hash}: ${colour} at ${i}`)
    }
  }
})

test('a placeholder is a picture of four by five points with those colours', () => {
  for (const hash of HASHES) {
    const bytes = Buffer.from(placeholderOf(hash).replace(/^data:image\/bmp;base64,/, ''), 'base64')
    deepEqual([bytes.readInt32LE(18), bytes.readInt32LE(22)], [4, -5])
    const points = bytes.subarray(bytes.readUInt32LE(10))
    const read = Array.from({ length: points.length / 3 }, (_, i) =>
      [...points.subarray(3 * i, 3 * i + 3)].toReversed(),
    )
    deepEqual(
      read.map((point) => `#${Buffer.from(point).toString('hex')}`),
      coloursOf(hash, 4, 5),
    )
  }
})
