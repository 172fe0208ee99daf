import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { luckyWork } from '../../../test/lucky-work.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { CODE_DIGITS, createNonce, sendSignInCode, signAccountProof } from './account.shared.ts'

const GUESSES = 5
const AT_ONCE = 4
const EVERY = 30 * MINUTE
const CODES = 10 ** CODE_DIGITS
const AT_MOST = 0.001

test('SH-07 guessing the codes of an address for a day, from many networks, succeeds with less than 0.1 %', async (t) => {
  const { browserAt, passTime, runDueJobs, inbox, config } = await signInFixtures(t)
  Object.assign(config, { trustedProxies: ['127.0.0.1', '::1'] })
  let compared = 0
  let hits = 0
  let networks = 0
  for (let seconds = 0; seconds < DAY; seconds += EVERY, passTime(EVERY)) {
    for (let i = 0; i < AT_ONCE; i++, networks++) {
      const thief = browserAt(`198.${networks >> 8}.${networks & 255}.7`)
      const { nonce } = (await thief.call(createNonce, {})).body
      const ask = async (work?: string) =>
        thief.call(sendSignInCode, { email: MIKA, ...(work && { work }) })
      let asked = await ask()
      if (asked.error?.code === 'code_needs_work') asked = await ask(await luckyWork(asked, config))
      for (let n = 0; n < GUESSES; n++) {
        const code = String(compared % CODES).padStart(CODE_DIGITS, '0')
        const { error } = await thief.call(signAccountProof, { email: MIKA, code, nonce })
        if (!error) hits++
        if (error?.code === 'code_expired') break // there is no code to guess
        compared++
      }
    }
    await runDueJobs()
  }
  const networksMin = 150
  ok(networks > networksMin)
  ok(compared >= GUESSES, 'some codes are sent')
  ok(compared / CODES < AT_MOST, `${compared} guesses were compared with a code`)
  t.diagnostic(`${compared} guesses compared, from ${networks} networks; ${hits} right`)
  const mails = (await inbox(MIKA)).filter(({ code }) => code !== null)
  equal(compared <= mails.length * GUESSES, true, 'no code has more than five tries')
})
