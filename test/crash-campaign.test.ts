import { deepEqual } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runCampaign } from './crash/campaign.ts'

const SEED = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))

test('MN-01 nothing acknowledged is lost or doubled when servers and PostgreSQL are killed under load', async (t) => {
  t.diagnostic(`CRASH_SEED=${SEED}`)
  const plan = { kills: 3, seed: SEED, clients: 6, pauseMs: 1_500, minutes: 5 }
  const { faults } = await runCampaign(plan)
  deepEqual(faults, [], `seed ${SEED}`)
})
