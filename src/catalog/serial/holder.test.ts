import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { rentalTitle } from '../../../test/rentals.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { getSerial, listCreatedSerials, listOwnedSerials, listSerials } from './serial.shared.ts'

test('RT-14 EN-03 a creator sees every copy with its state, and owners are masked unless they sell', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const aoi = await here.person('Aoi', { balance: 1_000 })
  const sora = await here.person('Sora')
  const film = await createTitle(here, mika, {
    copies: 4,
    price: 300,
    secondary_sale_enabled: true,
  })
  await ren.call(purchaseForFree, film.order(2, 300))
  await aoi.call(purchaseForFree, film.order(3, 300))
  await listForSale(here, aoi, [film.tokens.get(3)!], 500)

  const { items, total } = await mika.call(listCreatedSerials, { id: film.kid })

  deepEqual(
    items.map((copy) => [copy.number, copy.status, copy.owner_username]),
    [
      [1, 'buyable', 'Mika'],
      [2, 'not_listed', 'R****'],
      [3, 'buyable', 'Aoi'],
      [4, 'buyable', 'Mika'],
    ],
  )
  equal(total, 4)
  const named = async (who: Pick<typeof ren, 'call'>, number: number) => {
    const copy = await who.call(getSerial, { id: film.kid, number })
    return [copy.owner_username, copy.owner_account_id]
  }
  for (const who of [mika, aoi, here]) deepEqual(await named(who, 2), ['R****', null])
  deepEqual(await named(ren, 2), ['Ren', ren.account_id])
  for (const who of [mika, ren, here]) deepEqual(await named(who, 3), ['Aoi', aoi.account_id])
  for (const who of [ren, here]) deepEqual(await named(who, 4), ['Mika', mika.account_id])
  const guess = async ({ account_id: owner_account_id }: typeof ren) => {
    const order = { ...film.order(2, 300), owner_account_id }
    return (await aoi.call(purchaseForFree, order)).error?.code
  }
  const guesses = [await guess(ren), await guess(sora), await guess(mika)]
  deepEqual(guesses, ['not_for_sale', 'not_for_sale', 'another_user_purchasing'])
  const { history } = await here.call(getSerial, { id: film.kid, number: 2 })
  deepEqual(
    history.map(({ kind, price }) => [kind, price]),
    [
      ['sale', 300],
      ['issue', null],
    ],
  )
  const [own] = (await ren.call(listOwnedSerials, { id: film.kid })).items
  equal(own!.owner_username, 'Ren')
})

test('whoever asks for their own copies among all of a title gets no others, and guests get none', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const aoi = await here.person('Aoi', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 4, price: 300 })
  for (const number of [2, 3]) await ren.call(purchaseForFree, film.order(number, 300))
  await aoi.call(purchaseForFree, film.order(4, 300))
  const numbers = async (who: Pick<typeof ren, 'call'>, status?: 'not_listed') => {
    const query = { id: film.kid, mine: 'true', ...(status && { status }) } as const
    const { items, total } = await who.call(listSerials, query)
    equal(total, items.length)
    return items.map(({ number }) => number)
  }
  deepEqual(await numbers(ren, 'not_listed'), [2, 3])
  deepEqual(await numbers(aoi), [4])
  deepEqual([await numbers(mika), await numbers(mika, 'not_listed')], [[1], []])
  deepEqual(await numbers(here), [])
})

test('EN-03 the history of a copy names its owners as publicly as they wish, to everybody alike', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, sora] = [
    await here.person('Ren', { balance: 3_000 }),
    await here.person('Aoi', { balance: 3_000 }),
    await here.person('Sora', { balance: 3_000 }),
  ]
  const film = await rentalTitle(here, mika, { copies: 2, for_sale: 1 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 1_000)
  const resold = { ...film.order(1, 1_000), owner_account_id: ren.account_id }
  await aoi.call(purchaseForFree, resold)
  equal((await sora.call(rentForFree, film.rent(2, 300))).error, undefined)

  /** Returns the names in the history of a copy, oldest first, and its owner as shown. */
  const namesTo = async (who: Pick<typeof ren, 'call'>, number: number) => {
    const copy = await who.call(getSerial, { id: film.kid, number })
    return [
      ...copy.history.map(({ kind, holder }) => [kind, holder]).reverse(),
      copy.owner_username,
    ]
  }
  const everybody = [here, sora, ren, mika]
  const show = async (who: typeof ren, has_public_name: boolean) =>
    equal((await who.call(updateCurrentAccount, { has_public_name })).error, undefined)

  for (const who of everybody)
    deepEqual(await namesTo(who, 1), [['issue', null], ['sale', null], ['sale', null], 'A****'])
  await show(ren, true)
  for (const who of everybody)
    deepEqual(await namesTo(who, 1), [['issue', null], ['sale', 'Ren'], ['sale', null], 'A****'])
  await show(aoi, true)
  await show(mika, true)
  await show(ren, false)
  for (const who of everybody)
    deepEqual(await namesTo(who, 1), [['issue', 'Mika'], ['sale', null], ['sale', 'Aoi'], 'Aoi'])
  await show(sora, true)
  deepEqual(await namesTo(here, 2), [['issue', 'Mika'], ['rental', null], 'Mika'])
})
