import { z } from 'zod'
import { API, endpoint } from '#core/http/endpoint.ts'
import { asset } from '#src/catalog/asset/asset.shared.ts'

const logEntry = z.object({
  record: z.int(), // the number of the copy's record that the proof is of
  hash: z.base64(), // of its leaf
  index: z.int(), // its place in the log, from 0
  proof: z.array(z.base64()), // RFC 6962, section 2.1.1
  size: z.int(), // the records in the log
  checkpoint: z.string(), // the newest one, as a signed note
  checkpoint_at: z.iso.datetime(),
  verifier_key: z.string(),
})
logEntry.register(z.globalRegistry, { id: 'LogEntry' })
export type LogEntry = z.output<typeof logEntry>

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
    log: logEntry.nullable(), // of the newest record that is in the log; null before the first one is
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

/** Returns the proof that a copy's newest sealed record is in the log, as a file (c2sp.org/tlog-proof). */
export const getInclusionProof = endpoint('GET', '/certificates/{asset_token_id}/proof', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: z.string(),
  file: ['text/plain'],
})

/** Returns the leaves of the caller's own copy. They name wallets, so nobody else may read them. */
export const listLeaves = endpoint('GET', '/certificates/{asset_token_id}/leaves', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: z.strictObject({ leaves: z.array(z.base64()) }), // exact bytes, the first one first
})

/** Returns the address of a copy's inclusion proof, for links. */
export const proofAddress = (asset_token_id: string) =>
  `${API}/certificates/${asset_token_id}/proof`
