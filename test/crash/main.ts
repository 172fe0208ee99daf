import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { logErrorsOnly } from '../log-capture.ts'
import { runCampaign } from './campaign.ts'

const RESTART_MAX = 10 // seconds

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '250' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '8' },
  },
})
logErrorsOnly()
const plan = {
  kills: Number(values.kills),
  seed: Number(values.seed),
  minutes: Number(values.minutes),
  clients: Number(values.clients),
  pauseMs: 2_000,
}
console.log(JSON.stringify(plan))
const figures = await runCampaign(plan, console.log)
console.log(JSON.stringify(figures, undefined, 2))
const slow = figures.restart.most > RESTART_MAX
if (slow) console.log(`a restart took longer than ${RESTART_MAX} s`)
process.exit(figures.faults.length > 0 || slow ? 1 : 0)
