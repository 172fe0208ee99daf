import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { thumbHashToRGBA } from 'thumbhash'
import { coloursOf } from './thumbhash.ts'

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
