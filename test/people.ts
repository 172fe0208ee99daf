import { createHash, randomBytes } from 'node:crypto'
import { type Db, inTx } from '#core/database/db.ts'
import { lockBalances, openLedgerAccounts, post } from '#src/ledger/ledger.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { asPerson, type Call } from './call.ts'

/** A running app: in this process, or in another one with the same database. */
export interface RunningApp {
  url: string
  /** An app with the role `web` has no worker. */
  app: { db: Db; role?: string; runDueJobs?: () => Promise<unknown> }
  clock: { now: Date }
}
export interface PersonOptions {
  role?: 'STANDARD_USER' | 'ORH' | 'ADMIN'
  /** The initial sales balance in yen. */
  balance?: number
  points?: number
}
export interface Person {
  name: string
  email: string
  account_id: string
  token: string
  call: Call
  balance(): Promise<number>
}

/** Creates a person with a session, as a sign-in leaves them (sign-in has its own tests). */
export async function createPerson(
  { url, app, clock }: RunningApp,
  name: string,
  { role = 'STANDARD_USER', balance = 0, points = 0 }: PersonOptions = {},
): Promise<Person> {
  const token = randomBytes(32).toString('base64url')
  const email = `${name.toLowerCase()}@example.test`
  const at = clock.now.toISOString()
  const account_id = await inTx(app, async (tx) => {
    const wallet_address = `0x${randomBytes(8).toString('hex')}`
    const { id } = await tx
      .insertInto('account')
      .values({
        email,
        username: name,
        wallet_address,
        role,
        joined_at: at,
        initialized_at: at,
        first_name: `${name}Given`,
        last_name: `${name}Family`, // shown to nobody else
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('session')
      .values({
        token_hash: createHash('sha256').update(token).digest('hex'),
        account_id: id,
        created_at: at,
        seen_at: at,
        expires_at: '2099-01-01T00:00:00Z',
      })
      .execute()
    await openLedgerAccounts(tx, id)
    const ledger = await lockBalances(tx, [id])
    const opening = { debit: { kind: 'opening' }, reason: 'opening', subject_id: id } as const
    const gifts = [
      { ...opening, credit: { account_id: id, kind: 'sales' as const }, amount: balance },
      { ...opening, credit: { account_id: id, kind: 'points' as const }, amount: points },
    ]
    await post(tx, ledger, gifts, clock.now)
    return id
  })
  const call = asPerson(url, token)
  const total = async () => (await call(getBalance, {})).total
  return { name, email, account_id, token, call, balance: total }
}
