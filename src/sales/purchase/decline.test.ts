import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { payAt, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { orderSeveral, createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import { CardDown } from '#src/integrations/card.ts'
import { getDecline, getPurchase, purchaseSerial } from './purchase.shared.ts'

const refusing = {
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'try_again',
  '4000000000006975': 'limit',
  '4000000000000002': 'declined',
  '4000000000009987': 'declined', // lost; the payer must not learn of the bank's suspicion
  '4000000000009979': 'declined', // stolen
}

test('SL-04 each declined card gives its reason in our words, and another card pays', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const order = await ren.call(purchaseSerial, orderSeveral(film, [1, 2, 3], 0))
  const { purchase_id: id, url } = order
  const said = async () => (await ren.call(getDecline, { id })).reason
  equal(await said(), null)
  for (const [card, reason] of Object.entries(refusing)) {
    await payAt(url, card)
    equal(await said(), reason, card)
  }
  const { getCheckout, whyDeclined } = here.integrations.card
  let asked = 0
  here.integrations.card.whyDeclined = () => {
    asked++
    return Promise.reject(new CardDown('silent'))
  }
  for (let time = 0; time < 5; time++) equal(await said(), null)
  equal(asked, 3) // the provider is not asked again for a while
  here.integrations.card.whyDeclined = whyDeclined
  equal((await getCheckout(order.id)).paid, false)

  await payAt(url, CARDS.pays)

  const look = () => ren.call(getPurchase, { id })
  equal((await waitUntil(look, ({ status }) => status === 'settled')).status, 'settled')
  equal(await said(), null)
})

test('SL-04 3-D Secure: pending keeps the hold, a refusal allows another card, an approval transfers the copy', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const order = await ren.call(purchaseSerial, film.order(1, 0))
  const answer = (word: string) =>
    fetch(`${order.url}/challenge`, {
      method: 'POST',
      redirect: 'manual' as const,
      body: new URLSearchParams({ answer: word }),
    })
  const said = async () => (await ren.call(getDecline, { id: order.purchase_id })).reason

  await payAt(order.url, CARDS.challenged)
  deepEqual([(await stateOf(here, order)).status, await said()], ['reserved', null])
  await answer('fail')
  deepEqual([(await stateOf(here, order)).captured, await said()], [0, 'not_confirmed'])
  await payAt(order.url, CARDS.challenged)
  await answer('approve')

  const end = await waitUntil(
    () => stateOf(here, order),
    ({ sold }) => sold,
  )
  deepEqual(end, { status: 'settled', captured: 2_400, refunded: 0, sold: true })
})
