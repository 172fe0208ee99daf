import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import { getAsset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { getBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import {
  askVerification,
  getVerification,
  type Verification,
} from '#src/catalog/brand/verification.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { tenTimes } from '../../../test/test-app.ts'
import { decideVerification, listVerifications } from './verification.shared.ts'

async function setup(t: TestContext) {
  const options = { role: 'web', pages: await builtPages() } as const
  const { here, mika, brand, kids } = await brandFixtures(t, 1, options)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { id } = brand
  const ask = () => mika.call(askVerification, { id, evidence: 'https://kita-eiga.example' })
  const decide = (decision: Verification, name = 'Kita Eiga') =>
    sora.call(decideVerification, { id, decision, name, reason: 'As their site says.' })
  const isVerified = async () => (await here.call(getBrand, { id })).is_verified
  return { here, mika, sora, id, kid: kids[0]!, ask, decide, isVerified }
}

test('BR-13 an administrator grants the badge that a creator asks for, and all places of the name show it', async (t) => {
  const { here, mika, sora, id, kid, ask, decide, isVerified } = await setup(t)
  equal((await decide('grant')).error?.code, 'changed_elsewhere') // nobody asked
  const asked = await Promise.all(tenTimes(() => ask()))
  const codes = asked.map(({ error }) => error?.code)
  equal(codes.filter((code) => code === undefined).length, 1)
  deepEqual(new Set(codes), new Set([undefined, 'verification_waiting']))
  const [waiting, ...others] = (await sora.call(listVerifications, {})).items
  deepEqual([waiting?.evidence, others.length], ['https://kita-eiga.example', 0])
  equal((await sora.call(getOverview, {})).verification_requests, 1)
  equal(await isVerified(), false)
  const granted = await Promise.all(tenTimes(() => decide('grant')))
  equal(granted.filter(({ error }) => !error).length, 1)
  equal(await isVerified(), true)
  equal((await here.call(getAsset, { id: kid })).brand?.is_verified, true)
  equal((await here.call(listListedAssets, {})).items[0]?.brand?.is_verified, true)
  equal((await sora.call(getOverview, {})).verification_requests, 0)
  equal((await ask()).error?.code, 'brand_verified')
  equal((await sora.call(listVerifications, { show: 'verified' })).total, 1)

  const { items } = await sora.call(listAuditLog, { action: 'verification' })
  deepEqual(items.map(({ by, reason, facts }) => [by, reason, facts.decision]), [['Sora', 'As their site says.', 'grant']]) // oxfmt-ignore
  await here.app.runDueJobs()
  await here.app.runDueJobs()
  const mails = (await here.inbox(mika.email)).filter(({ subject }) => /verified/.test(subject))
  equal(mails.length, 1)
  match(mails[0]!.text, /As their site says\./)
  equal((await mika.call(getVerification, { id })).decided?.decision, 'grant')
})

test('BR-13 a badge can be refused and taken back, and the creator asks again', async (t) => {
  const { here, mika, id, ask, decide, isVerified } = await setup(t)
  await ask()
  equal((await decide('refuse')).error, undefined)
  equal((await decide('grant')).error?.code, 'changed_elsewhere')
  equal(await isVerified(), false)
  const state = await mika.call(getVerification, { id })
  deepEqual([state.decided?.decision, state.decided?.reason], ['refuse', 'As their site says.'])
  equal(state.decided?.at, here.clock.now.toISOString())
  equal((await ask()).error, undefined)
  await decide('grant')
  equal((await decide('withdraw')).error, undefined)
  equal((await decide('withdraw')).error?.code, 'changed_elsewhere')
  equal(await isVerified(), false)
  equal((await ask()).error, undefined)
})

test('BR-13 the badge ends when the brand gets another name, and not with other changes', async (t) => {
  const { mika, id, ask, decide, isVerified } = await setup(t)
  await ask()
  await decide('grant')
  await mika.call(updateBrand, { id, description: 'Films of the north.', name: 'Kita Eiga' })
  equal(await isVerified(), true)
  await mika.call(updateBrand, { id, name: 'Disney' })
  equal(await isVerified(), false)
  await mika.call(updateBrand, { id, name: 'Kita Eiga' })
  equal(await isVerified(), false)
})

test('BR-13 no badge is granted to a name that the administrator did not see', async (t) => {
  const { mika, id, ask, decide, isVerified } = await setup(t)
  await ask()
  await mika.call(updateBrand, { id, name: 'Disney' })
  equal((await decide('grant', 'Kita Eiga')).error?.code, 'changed_elsewhere')
  equal(await isVerified(), false)
})

test('BR-13 of a new name and a grant at once, no unchecked name gets the badge', async (t) => {
  const { here, mika, id, ask, decide, isVerified } = await setup(t)
  for (const name of ['Disney', 'Pixar', 'Ghibli']) {
    await mika.call(updateBrand, { id, name: 'Kita Eiga' })
    await ask()
    await Promise.all([decide('grant'), mika.call(updateBrand, { id, name })])
    equal((await here.call(getBrand, { id })).name, name)
    equal(await isVerified(), false, name)
  }
})
