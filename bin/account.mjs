// Operator's command for roles (ADMIN is granted only here) and encryption keys. Runs beside a running
// server, with the same environment.
import { promote } from '../src/accounts/account/role.ts'
import { rewrapBanks } from '../src/finance/bank-account/bank.ts'
import { rewrapPayouts } from '../src/finance/payout/bank-snapshot.ts'
import { rewrapWallets } from '../src/accounts/wallet/custody.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/core/database/db.ts'
import { isRefusal } from '../src/core/errors.ts'
import { rewrapContentKeys } from '../src/media/playback/content-keys.ts'
import { openDatabase } from '../src/database.ts'

const ROLES = ['STANDARD_USER', 'ORH', 'ADMIN']
const USAGE = `npm run account -- promote EMAIL ${ROLES.join('|')} [REASON]
npm run account -- rewrap      encrypts all keys with the first key of KEY_RING, after it was added`

const [verb, email = '', role = '', ...words] = process.argv.slice(2)
const config = readConfig(process.env)
const isValid = verb === 'rewrap' || (verb === 'promote' && email && ROLES.includes(role))
if (!isValid) {
  console.error(USAGE)
  process.exit(2)
}

const database = await openDatabase(config, () => {})
const { db, pool } = connect(database.directUrl, 1)
try {
  console.log(verb === 'rewrap' ? await rewrap() : await changeRole())
} catch (error) {
  if (!isRefusal(error) || error.code !== 'not_found') throw error
  console.error(`${email} has no account yet: it is created at the first sign-in.`)
  process.exitCode = 1
} finally {
  await pool.end()
  await database.close()
}

async function changeRole() {
  const reason = words.join(' ') || 'command line'
  const change = { role, changed_by: null, reason, now: database.clock.now() }
  const { from_role } = await promote(db, email, change)
  return `${email}: ${from_role} → ${role}`
}

async function rewrap() {
  const wallets = await rewrapWallets(db, config.keyRing)
  const contents = await rewrapContentKeys({ db, config })
  const banks = await rewrapBanks(db, config.keyRing)
  const payouts = await rewrapPayouts(db, config.keyRing)
  return `${wallets} wallet keys, ${contents} content keys and ${banks + payouts} bank accounts encrypted again`
}
