// Operator's command: roles (ADMIN is given here and nowhere else) and the keys of the vault.
// It is made to run beside a server that runs, on the same environment.
import { promote } from '../src/accounts/account/role.ts'
import { rewrapBanks } from '../src/finance/bank-account/bank.ts'
import { rewrapPayouts } from '../src/finance/payout/bank-snapshot.ts'
import { rewrapWallets } from '../src/accounts/wallet/rotation.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/core/database/db.ts'
import { isRefusal } from '../src/core/errors.ts'
import { rewrapContentKeys } from '../src/media/playback/content-keys.ts'
import { openDatabase } from '../src/database.ts'

const ROLES = ['STANDARD_USER', 'ORH', 'ADMIN']
const USAGE = `npm run account -- promote EMAIL ${ROLES.join('|')} [REASON]
npm run account -- rewrap      after a new key was put in front of KEY_RING`

const [verb, email = '', role = '', ...words] = process.argv.slice(2)
const config = readConfig(process.env)
const isRight = verb === 'rewrap' || (verb === 'promote' && email && ROLES.includes(role))
if (!isRight) {
  console.error(USAGE)
  process.exit(2)
}

const database = await openDatabase(config, () => {})
const { db, pool } = connect(database.url, 1)
try {
  console.log(verb === 'rewrap' ? await rewrapped() : await promoted())
} catch (error) {
  if (!isRefusal(error)) throw error
  console.error(`Nobody has signed in as ${email} yet: the account is made at the first sign-in.`)
  process.exitCode = 1
} finally {
  await pool.end()
  await database.close()
}

async function promoted() {
  const reason = words.join(' ') || 'command line'
  const change = { role, changed_by: null, reason, now: database.clock.now() }
  const { from_role } = await promote(db, email, change)
  return `${email}: ${from_role} → ${role}`
}

async function rewrapped() {
  const wallets = await rewrapWallets(db, config.keyRing)
  const contents = await rewrapContentKeys({ db, config })
  const banks = await rewrapBanks(db, config.keyRing)
  const payouts = await rewrapPayouts(db, config.keyRing)
  return `${wallets} wallet keys, ${contents} content keys and ${banks + payouts} bank accounts wrapped anew`
}
