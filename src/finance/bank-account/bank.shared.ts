import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'
import { confirmation } from '#src/accounts/account/passkey-proof.shared.ts'
import { isHolder } from './holder.shared.ts'

const digits = (length: number) => z.string().regex(new RegExp(`^[0-9]{${length}}$`))
const bankCode = digits(4)

/** The deposit types: savings is 普通 (Zengin code 1), checking is 当座 (Zengin code 2). */
const depositTypes = ['savings', 'checking'] as const

/** The fields that people enter. The names of bank and branch follow from the codes. */
const fields = {
  holder: z.string().max(100).refine(isHolder),
  account_number: digits(7),
  bank_code: bankCode,
  branch_code: digits(3),
  deposit_type: z.enum(depositTypes),
}
/** The form without the confirmation code. */
export const bankForm = z.strictObject(fields)
export type BankForm = z.output<typeof bankForm>

const names = { bank_name: z.string(), branch_name: z.string() }

/** A bank account as its owner sees it, with the last three digits of the number. */
const ownBank = z.strictObject({
  ...fields,
  ...names,
  holder: z.string(),
  /** The holder in half-width kana, as sent to the bank. */
  zengin_holder: z.string(),
  account_number: z.string().regex(/^\*{4}[0-9]{3}$/),
  changed_at: z.iso.datetime(),
  /** Hours that payouts wait after a change of the account. */
  hold_hours: z.int(),
})
ownBank.register(z.globalRegistry, { id: 'BankAccount' })
export type OwnBank = z.output<typeof ownBank>

const search = {
  q: z.string().trim().max(60).default(''),
  ...paging,
}
const places = z.strictObject({
  items: z.array(z.strictObject({ code: z.string(), name: z.string(), kana: z.string() })),
  total: z.int(),
})

/** Searches banks by code, name or reading. */
export const listBanks = endpoint('GET', '/banks', {
  query: z.strictObject(search),
  reply: places,
})

/** Searches the branches of a bank by code, name or reading. */
export const listBranches = endpoint('GET', '/banks/{code}/branches', {
  query: z.strictObject({ code: bankCode, ...search }),
  reply: places,
})

/** Returns the caller's bank account. Refuses `not_found` if none is registered. */
export const getBank = endpoint('GET', '/bank', {
  query: z.strictObject({}),
  reply: ownBank,
})

/**
 * Registers or replaces the caller's bank account. `code` is the code for the purpose `bank` that
 * `POST /wallet/codes` sent to the caller's e-mail address; the proof of a passkey replaces it.
 */
export const putBank = endpoint('PUT', '/bank', {
  body: z.strictObject({ ...fields, ...confirmation }),
  reply: ownBank,
})
