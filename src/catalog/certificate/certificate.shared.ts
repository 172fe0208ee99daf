import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset } from '#src/catalog/asset/asset.shared.ts'

const certificate = asset
  .pick({
    kid: true,
    title: true,
    brand: true,
    obi: true,
    media_type: true,
    duration_seconds: true,
    copies_count: true,
    first_number: true,
    created_at: true,
    published_at: true,
  })
  .extend({
    asset_token_id: z.uuid(),
    number: z.int(),
    mine: z.boolean(),
    is_primary: z.boolean(), // the creator still owns it
    owner: z.string().nullable(), // the name, if the owner shows it
    owned_since: z.iso.datetime(),
    earlier_owners: z.array(z.string()), // who show their names, the first one first
    earlier_owners_unnamed: z.int(),
    is_in_wallet: z.boolean(), // the owner has moved it to a linked wallet
    issued_at: z.iso.datetime(),
    records: z.int(),
    record_hash: z.string(), // of the latest record, SHA-256 in hexadecimal
    as_of: z.iso.datetime(),
  })
certificate.register(z.globalRegistry, { id: 'Certificate' })
export type Certificate = z.output<typeof certificate>

/**
 * Returns what the records of a copy prove, read and checked at this moment. Refuses with
 * `records_broken` if they contradict each other or name another owner.
 */
export const getCertificate = endpoint('GET', '/certificates/{asset_token_id}', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: certificate,
})

/** Returns the path of a copy's certificate, which everybody may open. */
export const certificatePath = (asset_token_id: string) => `/certificate/${asset_token_id}`
