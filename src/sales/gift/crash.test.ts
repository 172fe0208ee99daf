import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acrossCrash, type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { tokenOf } from '../../../test/gifts.ts'
import { recordsOf } from '../../../test/ownership.ts'
import { createTitle } from '../../../test/titles.ts'
import { claimGift, giveCopies, listGifts } from './gift.shared.ts'

// oxfmt-ignore
const whileGiving = [
  ['gift.giving', 'before a gift is written'],
  ['gift.given', 'with a gift written and the reply not sent'],
  ['gift.claiming', 'before a claim is written'],
  ['gift.claimed', 'with a claim written and the reply not sent'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when] of whileGiving)
    test(`GF-03 a gift is given and claimed once if the process is killed ${when}`, async (t) =>
      giveAcrossCrash(await open(t, failpoint)))
})

/** Gives and claims a copy across a crash; each request is repeated with its key. */
async function giveAcrossCrash(here: CrashApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 1 })
  const { sent, restart } = acrossCrash(here)
  const keys = { give: randomUUID(), claim: randomUUID() }
  const body = { from_name: 'Mika', asset_token_ids: [film.tokens.get(1)!] }
  const given = await sent(() => mika.call(giveCopies, body, keys.give))
  const claim = { token: tokenOf(given.items[0]!) }
  const claimed = await sent(() => ren.call(claimGift, claim, keys.claim))
  await restart
  deepEqual(await mika.call(giveCopies, body, keys.give), given)
  deepEqual(await ren.call(claimGift, claim, keys.claim), claimed)
  deepEqual(
    (await mika.call(listGifts, {})).items.map(({ status, partner }) => [status, partner]),
    [['claimed', ren.name]],
  )
  deepEqual(
    (await recordsOf(here, film.tokens.get(1)!)).map(({ kind }) => kind),
    ['issue', 'gift'],
  )
}
