import { deepEqual, equal, match } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { promote } from '#src/accounts/account/role.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { putPayee } from '#src/finance/payout/payee.shared.ts'
import { exportPayouts, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import { newestCheck } from '#src/finance/reconciliation/checks.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { listAuditLog } from './audit.shared.ts'

/** Opens a test app where Sora has set the company's domain. */
async function auditFixtures(t: TestContext) {
  const here = await testApp(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const ren = await here.person('Ren')
  const domains = { company_domains: 'example.test', version: 0, reason: 'our domain' }
  equal((await sora.call(changeSettings, domains)).error, undefined)
  const read = async (query: object = {}) => {
    const { error, ...log } = await sora.call(listAuditLog, query)
    equal(error, undefined)
    return log
  }
  const newest = async () => (await read()).items[0]!
  return { here, sora, ren, read, newest }
}

test('RO-04 what administrators do is recorded with who, whom and why, also from the command line', async (t) => {
  const { here, sora, ren, newest, read } = await auditFixtures(t)
  const settings = await newest()
  deepEqual([settings.action, settings.by, settings.reason], ['settings', 'Sora', 'our domain'])
  equal(JSON.stringify(settings.facts).includes('example.test'), false)
  const id = ren.account_id
  await sora.call(putUserRole, { id, role: 'ORH', reason: 'asked' })
  const role = await newest()
  deepEqual([role.action, role.by, role.about, role.reason], ['role', 'Sora', 'Ren', 'asked'])
  deepEqual([role.facts.from_role, role.facts.to_role], ['STANDARD_USER', 'ORH'])
  const payee = { account_id: id, withholding: 'domestic_individual', reason: 'a writer' } as const
  equal((await sora.call(putPayee, payee)).error, undefined)
  equal((await newest()).action, 'withholding')
  await fetch(`${here.url}/api/2.0${exportPayouts.path}?format=csv&month=2030-01`, {
    headers: { authorization: `Bearer ${sora.token}` },
  })
  equal((await newest()).action, 'payout_file')
  const ended = { ids: [crypto.randomUUID()], status: 'failed' as const, reason: 'so the bank' }
  equal((await sora.call(updatePayouts, ended)).error, undefined)
  deepEqual((await newest()).action, 'payouts')
  await promote(here.app.db, ren.email, {
    role: 'ADMIN',
    changed_by: null,
    reason: 'command line',
    now: here.clock.now,
  })
  deepEqual([(await newest()).by, (await newest()).about], [null, 'Ren'])

  const roles = await read({ action: 'role' })
  equal(roles.items.every(({ action }) => action === 'role'), true) // oxfmt-ignore
  equal(roles.total, roles.items.length)
  const all = await read()
  deepEqual(all.items.map((entry) => entry.id), all.items.map((_, i) => all.total - i)) // oxfmt-ignore
  equal(all.broken_at, null)
})

test('RO-04 ten changes at once make a chain without a gap, and the file has what it takes to check it', async (t) => {
  const { here, sora, read } = await auditFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`Person ${i}`)))
  await Promise.all(
    people.map(({ account_id: id }) =>
      sora.call(putUserRole, { id, role: 'ORH', reason: 'asked' }),
    ),
  )
  const { items, broken_at } = await read({ limit: 100 })
  equal(broken_at, null)
  const { rows } = await sql<{ text: string; hash: Buffer }>`
    select concat_ws(E'\n', id, (extract(epoch from at) * 1000000)::bigint,
      coalesce(account_id::text, '-'), action, facts::text) as text, hash
    from audit_log order by id`.execute(here.app.db)
  let hash = Buffer.alloc(0)
  for (const row of rows) {
    hash = createHash('sha256').update(hash).update(row.text).digest()
    deepEqual(row.hash, hash)
  }
  equal(items[0]!.hash, hash.toString('hex'))
  const csv = await fetch(`${here.url}/api/2.0/audit_log?format=csv`, {
    headers: { authorization: `Bearer ${sora.token}` },
  })
  const lines = (await csv.text()).trim().split('\r\n')
  equal(lines.length, rows.length + 1)
  match(lines.at(-1)!, new RegExp(`${hash.toString('hex')}$`))
})

test('RO-04 an entry that is changed, removed or inserted in the database is found', async (t) => {
  const { here, sora, ren, read } = await auditFixtures(t)
  for (const role of ['ORH', 'STANDARD_USER', 'ORH'] as const)
    await sora.call(putUserRole, { id: ren.account_id, role, reason: 'asked' })
  const { total } = await read()
  const third = total - 1
  const { db } = here.app
  const without = async (change: string) => {
    await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db)
    await sql.raw(change).execute(db)
    await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db)
  }
  await sql`create table kept as select * from audit_log`.execute(db)
  const restore = () => without('delete from audit_log; insert into audit_log select * from kept')
  const changes: [string, number][] = [
    [`update audit_log set facts = facts || '{"reason":"other"}' where id = ${third}`, third],
    [`update audit_log set at = at - interval '1 second' where id = ${third}`, third],
    [`update audit_log set account_id = null where id = ${third}`, third],
    [`delete from audit_log where id = ${third}`, total],
    [`delete from audit_log where id = 1`, 2],
    [`insert into audit_log select ${total + 1}, at, account_id, action, facts, hash from audit_log where id = ${total}`, total + 1], // oxfmt-ignore
  ]
  for (const [change, at] of changes) {
    await without(change)
    equal((await read()).broken_at, at, change)
    await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
    await here.run('books.check')
    const { differences } = (await newestCheck(db, 'self'))!
    const found = differences.map(({ sentence }) => sentence)
    deepEqual(found, ['each entry of the audit log follows from the one before'])
    deepEqual((await sora.call(getOverview, {})).differences, found)
    await restore()
  }
  await sql`drop table kept`.execute(db)
  equal((await read()).broken_at, null)
})
