import { z } from 'zod'
import type { Ctx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { keyRing, open, seal } from '#core/vault.ts'

/** The accounts that hold places on a list, by the mail address in the place. */
export type Places = ReadonlyMap<string, string>

const entries = z.array(z.tuple([z.string(), z.uuid()]))
const contextOf = (allowlist_id: string) => `places on ${allowlist_id}`

/** Seals the accounts of entries by address: creators may send them back but not read them. */
export async function sealPlaces(
  { config }: Ctx,
  allowlist_id: string,
  people: { email: string | null; account_id: string | null }[],
): Promise<string> {
  const held = people.flatMap(({ email, account_id }) =>
    email !== null && account_id !== null ? [[email, account_id]] : [],
  )
  if (held.length === 0) return ''
  const secret = Buffer.from(JSON.stringify(held))
  const { kek_id, wrapped, sealed } = await seal(
    keyRing(config.keyRing),
    secret,
    contextOf(allowlist_id),
  )
  return [kek_id, wrapped.toString('base64url'), sealed.toString('base64url')].join(':')
}

/** Opens sealed places. Refuses `input_invalid` if they are of another list or were changed. */
export async function openPlaces(
  { config }: Ctx,
  allowlist_id: string,
  places = '',
): Promise<Places> {
  if (places === '') return new Map()
  const [kek_id = '', wrapped = '', sealed = ''] = places.split(':')
  const secret = {
    kek_id,
    wrapped: Buffer.from(wrapped, 'base64url'),
    sealed: Buffer.from(sealed, 'base64url'),
  }
  const text = await open(keyRing(config.keyRing), secret, contextOf(allowlist_id)).catch(() =>
    fail('input_invalid', { field: 'places' }),
  )
  return new Map(entries.parse(JSON.parse(text.toString())))
}
