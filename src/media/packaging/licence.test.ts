import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfUuid, keyIds, newContentKeys } from './keys.ts'
import { clearKeyResponse, licenceKids } from './licence.ts'

const KID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const ids = keyIds(KID)
const keys = newContentKeys()
const ours = new Map([
  [ids.video, keys.video],
  [ids.audio, keys.audio],
])
const b64 = (bytes: Buffer) => bytes.toString('base64url')
const asked = (...kids: string[]) => kids.map((kid) => b64(bytesOfUuid(kid)))

test('a licence holds the keys that were asked for and no others', () => {
  const stranger = '00000000-0000-4000-8000-000000000000'
  const request = { kids: asked(ids.audio, stranger), type: 'temporary' }
  deepEqual(licenceKids(request), [ids.audio, stranger])
  deepEqual(clearKeyResponse(request, ours), {
    keys: [{ kty: 'oct', kid: asked(ids.audio)[0], k: b64(keys.audio) }],
    type: 'temporary',
  })
  throws(() => clearKeyResponse({ kids: asked(stranger), type: 'temporary' }, ours), {
    code: 'not_found',
  })
})

test('the key id of the picture is the kid, that of the sound is another UUID, always the same', () => {
  deepEqual(ids, { video: KID, audio: '2d939d8e-74cc-8b4e-91c4-0f3529110140' })
})

const [kid] = asked(KID)
// oxfmt-ignore
const malformed: [what: string, request: unknown][] = [
  ['nothing', undefined], ['text', 'kids'], ['an empty list', { kids: [], type: 'temporary' }],
  ['no type', { kids: [kid] }], ['another type', { kids: [kid], type: 'persistent' }],
  ['padding', { kids: [`${kid}==`], type: 'temporary' }],
  ['a short id', { kids: ['AAAA'], type: 'temporary' }],
  ['a number', { kids: [7], type: 'temporary' }],
  ['more than was agreed', { kids: [kid], type: 'temporary', extra: 1 }],
  ['a hundred ids', { kids: Array(100).fill(kid), type: 'temporary' }],
]
for (const [what, request] of malformed)
  test(`a licence request of ${what} is refused`, () => {
    throws(() => clearKeyResponse(request, ours), { code: 'input_invalid' })
  })
