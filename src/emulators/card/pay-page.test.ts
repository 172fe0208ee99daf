import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { CARDS, minutes, cardProvider } from '../../../test/card-fixtures.ts'

test('a declined card is not charged, the page says so, and another card may be tried', async (t) => {
  const { card, checkout, pay, eventTypes } = await cardProvider(t)
  const { id, url } = await checkout()

  const declined = await pay(url, CARDS.declined)
  equal(declined.headers.get('location'), new URL(url).pathname)
  const page = await (await fetch(url)).text()
  match(page, /role="alert">The card was declined\. You were not charged/)
  equal((await card.getCheckout(id)).paid, false)

  const typo = await pay(url, '4242 4242 4242 4241')
  equal(typo.status, 422)
  match(await typo.text(), /This is not a card number/)

  await pay(url, CARDS.pays)
  equal((await card.getCheckout(id)).paid, true)
  deepEqual(await eventTypes(3), [
    'checkout.session.completed',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
})

test('a 3-D Secure card pays only if its holder approves', async (t) => {
  const { card, checkout, pay, answer } = await cardProvider(t)
  const { id, url } = await checkout()

  equal((await answer(url, 'approve')).headers.get('location'), new URL(url).pathname)
  equal((await card.getCheckout(id)).paid, false, 'an approval without a challenge')

  equal(
    (await pay(url, CARDS.challenged)).headers.get('location'),
    `${new URL(url).pathname}/challenge`,
  )
  match(await (await fetch(`${url}/challenge`)).text(), /wants to charge ¥1,400/)
  await answer(url, 'fail')
  match(await (await fetch(url)).text(), /could not confirm that it is you/)
  equal((await card.getCheckout(id)).paid, false)

  await pay(url, CARDS.challenged)
  const approved = await answer(url, 'approve')
  match(approved.headers.get('location')!, /\/paid\?at=cs_test_/)
  equal((await card.getCheckout(id)).paid, true)
})

test('ten submits of the same page pay only once', async (t) => {
  const { stripe, checkout, pay } = await cardProvider(t)
  const { id, url } = await checkout()
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(url, CARDS.pays)))
  const places = new Set(answers.map(({ headers }) => headers.get('location')))
  deepEqual([...places], [`http://127.0.0.1:9/paid?at=${id}`])
  equal((await stripe.paymentIntents.list()).data.length, 1)
  equal((await stripe.events.list({ type: 'payment_intent.succeeded' })).data.length, 1)
  match(await (await fetch(url)).text(), /This payment is complete/)
})

test('a page that is paid and expired at the same time ends as either paid or expired', async (t) => {
  const { card, stripe, checkout, pay } = await cardProvider(t)
  const races = Array.from({ length: 12 }, async (_, race) => {
    const { id, url } = await checkout({ reference: `purchase-${race}` })
    const two = [() => pay(url, CARDS.pays), () => card.expireCheckout(id)]
    await Promise.all((race % 2 ? two : two.toReversed()).map((go) => go()))
    return card.getCheckout(id)
  })
  const ends = await Promise.all(races)
  for (const { status, paid } of ends) equal(status, paid ? 'complete' : 'expired')
  const charged = (await stripe.paymentIntents.list({ limit: 100 })).data
  equal(charged.length, ends.filter(({ paid }) => paid).length)
})

test('a page expires when it is overdue or closed, and then accepts no card', async (t) => {
  const { card, checkout, pay, clock, eventTypes } = await cardProvider(t)
  const closed = await checkout()
  equal((await card.expireCheckout(closed.id)).status, 'expired')
  equal(
    (await card.expireCheckout(closed.id)).status,
    'expired',
    'closing twice has no further effect',
  )

  const late = await checkout({ reference: 'purchase-2' })
  clock.now = minutes(32)
  await pay(late.url, CARDS.pays)
  const { status, paid } = await card.getCheckout(late.id)
  deepEqual([status, paid], ['expired', false])
  match(await (await fetch(late.url)).text(), /has expired/)
  deepEqual(await eventTypes(2), ['checkout.session.expired', 'checkout.session.expired'])
})

test('the page is in the language of the checkout, escapes its texts and runs no scripts', async (t) => {
  const { checkout } = await cardProvider(t)
  const { url } = await checkout({ lang: 'ja', title: '<b>夜行</b> "7"' })
  const response = await fetch(url)
  const page = await response.text()
  match(page, /<html lang="ja">/)
  match(page, /¥1,400 を支払う/)
  ok(page.includes('&lt;b&gt;夜行&lt;/b&gt; &quot;7&quot;'))
  ok(page.includes('href="http://127.0.0.1:9/back?a=1&amp;b=2"'))
  const style = createHash('sha256').update(/<style>(.*)<\/style>/s.exec(page)![1]!)
  const policy = `default-src 'none'; style-src 'sha256-${style.digest('base64')}';`
  ok(response.headers.get('content-security-policy')!.startsWith(policy))
  equal((await fetch(`${url}x`)).status, 404)
})

test('the dashboard’s buttons dispute a payment and lose the dispute, but another site’s form is refused', async (t) => {
  const { card, checkout, pay, eventTypes } = await cardProvider(t)
  const { id, url } = await checkout()
  await pay(url, CARDS.pays)
  const desk = new URL('/dev/card/desk', url)
  const press = async (word: string, site = 'same-origin') => {
    const page = await (await fetch(desk)).text()
    const [, name, value] = /name="(dispute|payment_intent)" value="(\w+)"/.exec(page)!
    const body = new URLSearchParams({ do: word, [name!]: value! })
    const headers = { 'sec-fetch-site': site }
    return (await fetch(desk, { method: 'POST', body, headers, redirect: 'manual' })).status
  }
  equal(await press('dispute', 'cross-site'), 403)
  deepEqual([await press('dispute'), await press('lose')], [303, 303])
  match(await (await fetch(desk)).text(), /¥1,400\s*, dispute decided for the cardholder/)
  const { payment_intent } = await card.getCheckout(id)
  const [dispute] = await Array.fromAsync(card.listDisputes({ from: minutes(-1), to: minutes(9) }))
  deepEqual([dispute!.payment_intent, dispute!.status], [payment_intent, 'lost'])
  equal((await eventTypes(5)).filter((type) => type.startsWith('charge.dispute')).length, 3)
})
