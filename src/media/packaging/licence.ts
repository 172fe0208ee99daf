import { fail } from '#core/errors.ts'
import { bytesOfUuid, uuidOf } from './keys.ts'
import { licenceRequest } from './licence.shared.ts'

export interface ClearKeyLicence {
  keys: { kty: 'oct'; kid: string; k: string }[]
  type: 'temporary' | 'persistent-license'
}

/**
 * Returns the key ids (UUIDs) in a W3C ClearKey licence request (Encrypted Media Extensions,
 * 9.1.3). Refuses `input_invalid` for anything else.
 */
export function licenceKids(request: unknown): string[] {
  return parse(request).kids.map((each) => uuidOf(Buffer.from(each, 'base64url')))
}

/**
 * Returns a licence (9.1.4) with the requested keys out of `keys`. It is always temporary: browsers
 * do not keep keys. Refuses `not_found` if `keys` has none of them.
 */
export function clearKeyResponse(
  request: unknown,
  keys: ReadonlyMap<string, Uint8Array>,
): ClearKeyLicence {
  const given = licenceKids(request).flatMap((id) => {
    const key = keys.get(id)
    return key ? [{ kty: 'oct' as const, kid: base64url(bytesOfUuid(id)), k: base64url(key) }] : []
  })
  return given.length > 0 ? { keys: given, type: 'temporary' } : fail('not_found')
}

function parse(request: unknown) {
  const parsed = licenceRequest.safeParse(request)
  return parsed.success ? parsed.data : fail('input_invalid', { field: 'kids' })
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
