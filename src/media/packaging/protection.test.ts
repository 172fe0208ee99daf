import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { dashProtection, hlsProtection } from './protection.ts'

const KID = '01234567-89ab-4cde-8f01-23456789abcd'
const KID_HEX = KID.replaceAll('-', '')
const IV = '00112233445566778899aabbccddeeff'

test('Widevine’s data names the key and cbcs, in a box of version 0', () => {
  const [element] = dashProtection(KID, ['widevine'])
  const box = Buffer.from(/<cenc:pssh>(.+)<\/cenc:pssh>/.exec(element!)![1]!, 'base64')
  equal(box.readUInt32BE(0), box.length)
  equal(box.toString('latin1', 4, 8), 'pssh')
  equal(box.readUInt32BE(8), 0)
  equal(box.toString('hex', 12, 28), 'edef8ba979d64acea3c827dcd51d21ed')
  equal(box.readUInt32BE(28), box.length - 32)
  // Field 2 of 16 bytes; field 9, the varint of "cbcs".
  equal(box.toString('hex', 32), `1210${KID_HEX}48f3c689 9b06`.replace(' ', ''))
})

test('PlayReady’s object has a header of version 4.3 with the key as a GUID', () => {
  const [element] = dashProtection(KID, ['playready'])
  const pro = Buffer.from(/<mspr:pro>(.+)<\/mspr:pro>/.exec(element!)![1]!, 'base64')
  deepEqual(
    [pro.readUInt32LE(0), pro.readUInt16LE(4), pro.readUInt16LE(6), pro.readUInt16LE(8)],
    [pro.length, 1, 1, pro.length - 10],
  )
  const xml = pro.toString('utf16le', 10)
  match(xml, /^<WRMHEADER [^>]+ version="4\.3\.0\.0">/)
  const [, algorithm, value] = /<KID ALGID="(\w+)" VALUE="([^"]+)">/.exec(xml)!
  equal(algorithm, 'AESCBC')
  equal(Buffer.from(value!, 'base64').toString('hex'), '67452301ab89de4c8f0123456789abcd')
  const box = Buffer.from(/<cenc:pssh>(.+)<\/cenc:pssh>/.exec(element!)![1]!, 'base64')
  equal(box.toString('hex', 12, 28), '9a04f07998404286ab92e65be0885f95')
  deepEqual(box.subarray(32), pro)
})

test('playlists have a KEY line for each system, and FairPlay’s names the key and its IV', () => {
  deepEqual(dashProtection(KID, ['fairplay']), [])
  const lines = hlsProtection({ kid: KID, iv: IV }, ['widevine', 'playready', 'fairplay'])
  equal(lines.length, 3)
  for (const line of lines) match(line, /^#EXT-X-KEY:METHOD=SAMPLE-AES,URI="[^"]+",/)
  match(lines[0]!, new RegExp(`KEYID=0x${KID_HEX},KEYFORMAT="urn:uuid:edef8ba9-`))
  match(
    lines[1]!,
    /URI="data:text\/plain;charset=UTF-16;base64,.*KEYFORMAT="com\.microsoft\.playready"/,
  )
  match(
    lines[2]!,
    new RegExp(`URI="skd://${KID}:${IV.toUpperCase()}",KEYFORMAT="com.apple.streamingkeydelivery"`),
  )
})
