// Operator's command: npm run account -- promote EMAIL ORH|ADMIN|STANDARD_USER [REASON]
// ADMIN is given here and nowhere else. The change is written down in role_change.
import { promote } from '../src/account/role.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/core/db.ts'
import { isRefusal } from '../src/core/errors.ts'
import { openPostgres } from '../src/core/postgres.ts'

const ROLES = ['STANDARD_USER', 'ORH', 'ADMIN']
const [verb, email, role, ...reason] = process.argv.slice(2)

if (verb !== 'promote' || !email || !ROLES.includes(role)) {
  console.error(`npm run account -- promote EMAIL ${ROLES.join('|')} [REASON]`)
  process.exit(2)
}

const config = readConfig(process.env)
const postgres = config.databaseUrl ? undefined : await openPostgres(config.postgresDir)
const { db, pool } = connect(config.databaseUrl ?? postgres.url, 1)
try {
  const change = { role, changed_by: null, now: new Date() }
  const { from_role } = await promote(db, email, {
    ...change,
    reason: reason.join(' ') || 'command line',
  })
  console.log(`${email}: ${from_role} → ${role}`)
} catch (error) {
  if (!isRefusal(error)) throw error
  console.error(`Nobody has signed in as ${email} yet: the account is made at the first sign-in.`)
  process.exitCode = 1
} finally {
  await pool.end()
  await postgres?.stop()
}
