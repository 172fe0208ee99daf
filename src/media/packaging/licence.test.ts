import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfUuid, keyIds, newContentKeys } from './keys.ts'
import { clearKeyResponse, licenceKids } from './licence.ts'

const KID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const ids = keyIds(KID)
const keys = newContentKeys()
const ownKeys = new Map([
  [ids.video, keys.video],
  [ids.audio, keys.audio],
])
const b64 = (bytes: Buffer) => bytes.toString('base64url')
const encodedKids = (...kids: string[]) => kids.map((kid) => b64(bytesOfUuid(kid)))

test('a licence holds the keys that were requested and no others', () => {
  const unknownKid = '00000000-0000-4000-8000-000000000000'
  const request = { kids: encodedKids(ids.audio, unknownKid), type: 'temporary' }
  deepEqual(licenceKids(request), [ids.audio, unknownKid])
  deepEqual(clearKeyResponse(request, ownKeys), {
    keys: [{ kty: 'oct', kid: encodedKids(ids.audio)[0], k: b64(keys.audio) }],
    type: 'temporary',
  })
  throws(() => clearKeyResponse({ kids: encodedKids(unknownKid), type: 'temporary' }, ownKeys), {
    code: 'not_found',
  })
})

test('the key id of the picture is the kid, and that of the sound a UUID derived from it', () => {
  deepEqual(ids, { video: KID, audio: '2d939d8e-74cc-8b4e-91c4-0f3529110140' })
})

const [kid] = encodedKids(KID)
// oxfmt-ignore
const malformed: [name: string, request: unknown][] = [
  ['nothing', undefined], ['text', 'kids'], ['an empty list', { kids: [], type: 'temporary' }],
  ['no type', { kids: [kid] }], ['another type', { kids: [kid], type: 'persistent' }],
  ['padding', { kids: [`${kid}==`], type: 'temporary' }],
  ['a short id', { kids: ['AAAA'], type: 'temporary' }],
  ['a number', { kids: [7], type: 'temporary' }],
  ['an unknown field', { kids: [kid], type: 'temporary', extra: 1 }],
  ['a hundred ids', { kids: Array(100).fill(kid), type: 'temporary' }],
]
for (const [name, request] of malformed)
  test(`a licence request of ${name} is refused`, () => {
    throws(() => clearKeyResponse(request, ownKeys), { code: 'input_invalid' })
  })
