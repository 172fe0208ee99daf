import { z } from 'zod'
import { fail } from '#core/errors.ts'
import { bytesOfUuid, uuidOf } from './keys.ts'

const KID_CHARS = 22 // 16 bytes in base64url without padding
const kid = z.string().regex(new RegExp(`^[\\w-]{${KID_CHARS}}$`))
const licenceRequest = z.strictObject({
  kids: z.array(kid).min(1).max(8),
  type: z.enum(['temporary', 'persistent-license']),
})

export interface ClearKeyLicence {
  keys: { kty: 'oct'; kid: string; k: string }[]
  type: 'temporary' | 'persistent-license'
}

/**
 * The key ids (UUIDs) that a W3C ClearKey licence request names: Encrypted Media Extensions, 9.1.3.
 * Refuses `input_invalid` for anything that is not exactly such a request.
 */
export function licenceKids(request: unknown): string[] {
  return parse(request).kids.map((each) => uuidOf(Buffer.from(each, 'base64url')))
}

/**
 * The licence (9.1.4) with those of the keys that were asked for, always a temporary one: keys are
 * not kept by the browser. Refuses `not_found` where none of them is ours to give.
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
