import { deepEqual, equal, notDeepEqual, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { contentKeys, makeContentKeys, rewrapContentKeys } from './content-keys.ts'

const key = () => randomBytes(32).toString('base64')

test('a title’s keys are made once, open only for this title, and survive a change of the key ring', async (t) => {
  const setup = await testApp(t, { role: 'web' })
  const { db } = setup.app
  const mika = await setup.person('Mika', { role: 'ORH' })
  const [{ kid }, other] = [await createTitle(setup, mika), await createTitle(setup, mika)]
  const [first, second] = [`k1:${key()}`, `k2:${key()}`]
  const under = (keyRing: string) => ({ db, config: { ...setup.config, keyRing } })

  const made = await Promise.all([1, 2, 3].map(() => makeContentKeys(under(first), kid)))
  deepEqual(made[1], made[0])
  deepEqual(made[2], made[0])
  notDeepEqual(made[0]!.video, made[0]!.audio)
  equal(await contentKeys(under(first), other.kid), undefined)

  equal(await rewrapContentKeys(under(`${second},${first}`)), 2)
  equal(await rewrapContentKeys(under(`${second},${first}`)), 0)
  deepEqual(await contentKeys(under(second), kid), made[0])
  await rejects(contentKeys(under(first), kid))

  await db.updateTable('content_key').set({ kid: other.kid }).execute()
  await rejects(contentKeys(under(second), other.kid))
})
