import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { LOANS_PER_DAY, OFFER_DAYS } from '#src/catalog/loan/loan.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { getCertificate } from '#src/catalog/certificate/certificate.shared.ts'
import { createDownload } from '#src/media/downloads/download.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { getScreening } from '#src/media/screening/screening.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { claimGift, giveCopies } from '#src/sales/gift/gift.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getRented, listRented, rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { caller } from '../../../test/call.ts'
import { ADDRESSES, behindProxy } from '../../../test/geoip.ts'
import { mailAbout } from '../../../test/gifts.ts'
import { borrow, DAYS, lend, lent, loanFixtures, tokenOf } from '../../../test/loans.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import { makePlayable, mediaAccess } from '../../../test/playback-fixtures.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { open, openOne, screeningFixtures } from '../../../test/screenings.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { readLoanMail } from './loan-mail.ts'
import { acceptLoan, declineLoan, endLoan, getLoan, lendCopy, listLoans } from './loan.shared.ts'

test('LN-01 an owner lends a copy by link; the friend watches it, the owner does not, and it comes back by itself', async (t) => {
  const { here, ren, aoi, yuki, film } = await loanFixtures(t)
  const { kid } = film
  await makePlayable(here, kid)
  const watch = async (who: typeof ren) => {
    const { error, as } = await who.call(createDrmToken, { kid })
    return error?.code ?? as
  }
  const loan = await lent(ren, film, 1, { message: 'Tell me on Sunday.' })
  deepEqual([loan.status, loan.days, loan.email], ['open', DAYS, null])
  deepEqual([await watch(ren), await watch(aoi)], ['owner', 'not_yours_to_watch'])
  const seen = await here.call(getLoan, { token: tokenOf(loan) })
  deepEqual(
    [seen.status, seen.copy.number, seen.from_name, seen.message, seen.mine, seen.reason],
    ['open', 1, 'Ren', 'Tell me on Sunday.', false, null],
  )
  const { ends_at, number } = await borrow(aoi, loan, 'one click')
  const end = addSeconds(here.clock.now, DAYS * DAY_SECONDS)
  deepEqual([ends_at, number], [end.toISOString(), 1])
  deepEqual([await watch(ren), await watch(aoi)], ['lent_out', 'borrower'])
  const copyFor = async ({ call }: Pick<typeof ren, 'call'>) => {
    const { status, loan: state, rented_until } = await call(getSerial, { id: kid, number: 1 })
    return [status, state, rented_until]
  }
  deepEqual(await copyFor(ren), ['being_rented', 'running', ends_at])
  deepEqual(await copyFor(aoi), ['being_rented', 'running', ends_at])
  deepEqual((await copyFor(yuki)).slice(0, 2), ['being_rented', null])
  equal((await aoi.call(listRented, {})).items[0]?.my_rented_number, 1)
  const rented = await aoi.call(getRented, { id: kid })
  deepEqual([rented.asset.kid, rented.rentals], [kid, []])
  equal((await yuki.call(getRented, { id: kid })).error?.code, 'not_found')
  const { history } = await here.call(getSerial, { id: kid, number: 1 })
  deepEqual([history[0]?.kind, history[0]?.price, history[0]?.holder], ['loan', null, null])
  match(await mailAbout(here, 'ren@example.test', /You are lending No\. 1/), /Aoi/)
  match(await mailAbout(here, 'aoi@example.test', /You are borrowing No\. 1/), /goes back/)

  await travelTo(here, end)
  deepEqual([await watch(ren), await watch(aoi)], ['owner', 'loan_ended'])
  deepEqual((await aoi.call(listLoans, { direction: 'borrowed' })).items[0]?.status, 'returned')
  ok(!(await lend(ren, film, 1)).error) // before any job has run
  await here.run('loan.look_after')
  await here.run('rental.end')
  match(await mailAbout(here, 'ren@example.test', /No\. 1 of .* is back/), /watch and offer/)
  equal((await borrow(aoi, loan, 'one click')).ends_at, ends_at) // the first answer again
  equal((await borrow(aoi, loan)).error?.code, 'loan_closed')
})

test('LN-01 a loan by mail is told to the friend, who declines it, and the copy is free again', async (t) => {
  const { here, ren, film } = await loanFixtures(t)
  const loan = await lent(ren, film, 1, { email: 'Kai@example.test', lang: 'en' })
  equal(loan.email, 'kai@example.test')
  match(
    await mailAbout(here, 'kai@example.test', /Ren would like to lend you/),
    /\/loans\/[0-9a-f]{64}/,
  )
  const token = tokenOf(loan)
  equal((await ren.call(declineLoan, { token })).error?.code, 'loan_to_yourself')
  equal((await here.call(declineLoan, { token })).status, 'declined')
  equal((await here.call(declineLoan, { token })).status, 'declined')
  await mailAbout(here, 'ren@example.test', /was not borrowed/)
  equal((await ren.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
  equal((await here.call(getLoan, { token })).reason, 'closed')
})

test('LN-02 who may not lend, or not so, is refused with the reason', async (t) => {
  const { here, mika, ren, aoi, film } = await loanFixtures(t)
  const code = async (who: typeof ren, number = 1, terms: Parameters<typeof lend>[3] = {}) =>
    (await lend(who, film, number, terms)).error
  equal((await code(aoi))?.code, 'not_owner')
  deepEqual(await code(ren, 1, { days: 15 }), {
    code: 'loan_days_out_of_bounds',
    params: { maximum: 14 },
  })
  equal((await code(ren, 1, { email: 'ren@example.test' }))?.code, 'loan_to_yourself')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  equal((await code(sora))?.code, 'forbidden')
  await mika.call(updateAsset, { kid: film.kid, lending_enabled: false })
  equal((await code(ren))?.code, 'lending_disabled')
  ok(!(await code(mika, 2))) // the creator's own copies
  equal((await code(mika, 2))?.code, 'already_listed')
  const asset_token_ids = [film.tokens.get(2)!]
  const sale = { listing_type: 'sale' as const, sale_price: 900, asset_token_ids }
  equal((await mika.call(listSerialsForSale, sale)).error?.code, 'already_listed')
  const gift = { from_name: 'Mika', asset_token_ids }
  equal((await mika.call(giveCopies, gift)).error?.code, 'already_listed')

  const off = { version: 0, reason: 'off', lending_enabled: false }
  ok(!(await sora.call(changeSettings, off)).error)
  equal((await code(mika, 3))?.code, 'lending_unavailable')
  const { items } = await here.call(listSerials, { id: film.kid })
  equal(items[1]?.status, 'not_listed') // others see nothing of the loan
  await here.run('loan.look_after')
  equal((await mika.call(getSerial, { id: film.kid, number: 2 })).loan, null)
})

test('LN-02 a person may offer so many loans in a day', async (t) => {
  const { here, mika, film } = await loanFixtures(t)
  for (let i = 0; i < LOANS_PER_DAY; i++) {
    const loan = await lent(mika, film, 2)
    ok(!(await mika.call(endLoan, { id: loan.id })).error)
  }
  deepEqual((await lend(mika, film, 2)).error, {
    code: 'too_many_loans',
    params: { limit: LOANS_PER_DAY },
  })
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS + 1))
  ok(!(await lend(mika, film, 2)).error)
})

test('LN-02 who may not borrow is refused with the reason', async (t) => {
  const { here, mika, ren, aoi, film } = await loanFixtures(t, { only_japan_accessible: true })
  const loan = await lent(ren, film, 1)
  const token = tokenOf(loan)
  const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  equal((await aoi.call(acceptLoan, { token: wrong })).error?.code, 'not_found')
  equal((await here.call(acceptLoan, { token })).error?.code, 'not_signed_in')
  equal((await borrow(ren, loan)).error?.code, 'loan_to_yourself')
  const own = await ren.call(getLoan, { token })
  deepEqual([own.reason, own.is_own], ['own_loan', true])
  await mika.call(updateAsset, { kid: film.kid, lending_enabled: false })
  equal((await borrow(aoi, loan)).error?.code, 'lending_disabled')
  equal((await aoi.call(getLoan, { token })).reason, 'lending_disabled')
  await mika.call(updateAsset, { kid: film.kid, lending_enabled: true })
  await behindProxy(t, here)
  const from = (address: string) =>
    caller(here.url, { authorization: `Bearer ${aoi.token}`, 'x-forwarded-for': address })
  equal((await from(ADDRESSES.GB)(acceptLoan, { token })).error?.code, 'region_unavailable')
  equal((await from(ADDRESSES.GB)(getLoan, { token })).reason, 'region_unavailable')
  await travelTo(here, addSeconds(here.clock.now, OFFER_DAYS * DAY_SECONDS))
  equal((await from(ADDRESSES.JP)(acceptLoan, { token })).error?.code, 'loan_closed') // before the job
  await here.run('loan.look_after')
  equal((await ren.call(listLoans, {})).items[0]?.status, 'expired')
  const over = await ren.call(getLoan, { token })
  deepEqual([over.reason, over.is_own], ['closed', true])
  await mailAbout(here, 'ren@example.test', /was not borrowed/)
  equal((await ren.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
})

test('LN-02 a person who rents or borrows a title borrows no second copy of it', async (t) => {
  const { here, mika, ren, aoi, yuki } = await loanFixtures(t)
  const film = await rentalTitle(here, mika, { copies: 3 })
  const more = await createTitle(here, mika, { copies: 2 })
  const [first, second] = [await lent(mika, more, 1), await lent(mika, more, 2)]
  const answers = await Promise.all([borrow(aoi, first), borrow(aoi, second)])
  deepEqual(countOutcomes(answers), { done: 1, already_renting: 1 })
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  const loan = await lent(mika, film, 1)
  ok(!(await ren.call(rentForFree, film.rent(2, 300))).error)
  equal((await borrow(ren, loan)).error?.code, 'already_renting')
  equal((await ren.call(getLoan, { token: tokenOf(loan) })).reason, 'already_renting')
  ok(!(await borrow(aoi, loan)).error)
  equal((await aoi.call(rentForFree, film.rent(3, 300))).error?.code, 'already_renting')

  await aoi.call(endLoan, { id: loan.id })
  const again = await lent(mika, film, 1)
  ok(!(await yuki.call(rentSerial, film.rent(3, 0))).error) // is paying for a rental by card
  equal((await borrow(yuki, again)).error?.code, 'already_renting')
})

test('LN-03 of ten people who accept one loan at once, one borrows it', async (t) => {
  const { here, ren, film } = await loanFixtures(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const loan = await lent(ren, film, 1)
  const answers = await Promise.all(people.map((who) => borrow(who, loan)))
  deepEqual(countOutcomes(answers), { done: 1, loan_closed: 9 })
})

test('LN-03 ten loans of one copy at once are one', async (t) => {
  const { ren, film } = await loanFixtures(t)
  const answers = await Promise.all(tenTimes(() => lend(ren, film, 1)))
  deepEqual(countOutcomes(answers), { done: 1, already_listed: 9 })
})

test('LN-03 a lent copy is in no other deal: it is neither sold, given, traded nor lent again', async (t) => {
  const { here, ren, aoi, film } = await loanFixtures(t)
  const loan = await lent(ren, film, 1)
  ok(!(await borrow(aoi, loan)).error)
  const asset_token_ids = [film.tokens.get(1)!]
  for (const listing of [
    { listing_type: 'sale' as const, sale_price: 900 },
    { listing_type: 'rental' as const, rent_price: 300, rental_period_seconds: DAY_SECONDS },
    { listing_type: 'trade' as const },
  ])
    equal(
      (await ren.call(listSerialsForSale, { ...listing, asset_token_ids })).error?.code,
      'serial_rented',
    )
  const gift = { from_name: 'Ren', asset_token_ids }
  equal((await ren.call(giveCopies, gift)).error?.code, 'serial_rented')
  equal((await lend(ren, film, 1)).error?.code, 'serial_rented')
  await travelTo(here, addSeconds(here.clock.now, DAYS * DAY_SECONDS))
  const sale = { listing_type: 'sale' as const, sale_price: 900, asset_token_ids }
  ok(!(await ren.call(listSerialsForSale, sale)).error) // before any job has run
})

test('LN-03 of a sale, a gift, a loan and a listing for rent at once, one happens', async (t) => {
  const { here, ren, aoi, film } = await loanFixtures(t)
  const asset_token_ids = [film.tokens.get(1)!]
  const [sold, given, loaned, traded] = await Promise.all([
    ren.call(listSerialsForSale, { listing_type: 'sale', sale_price: 900, asset_token_ids }),
    ren.call(giveCopies, { from_name: 'Ren', asset_token_ids }),
    lend(ren, film, 1),
    ren.call(listSerialsForSale, { listing_type: 'trade', asset_token_ids }),
  ])
  const done = [sold, given, loaned, traded].filter((answer) => !answer.error)
  ok(done.length >= 1) // a copy that is open to trade can still be listed for sale
  const live = await here.app.db
    .selectFrom('listing')
    .select('kind')
    .where('asset_token_id', '=', asset_token_ids[0]!)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  equal(live.length, 1)
  const order = { ...film.order(1, 900), owner_account_id: ren.account_id, asset_sale_price: 900 }
  const tries = await Promise.all([
    aoi.call(purchaseForFree, order),
    ...(given.items ? [aoi.call(claimGift, { token: given.items[0]!.path!.slice(7) })] : []),
    ...(loaned.error ? [] : [borrow(aoi, loaned)]),
  ])
  ok(tries.filter((answer) => !answer.error).length <= 1)
})

test('LN-03 a copy that is lent is not downloaded, and a downloaded one is not lent', async (t) => {
  const { here, mika, aoi, film } = await loanFixtures(t, { download_enabled: true })
  const asset_token_id = film.tokens.get(2)!
  const download = async () => (await mika.call(createDownload, { asset_token_id })).error?.code
  const loan = await lent(mika, film, 2)
  equal(await download(), 'serial_in_deal')
  await borrow(aoi, loan)
  equal(await download(), 'serial_rented')
  const mine = await mika.call(getCertificate, { asset_token_id })
  deepEqual([mine.error, mine.mine], [undefined, true]) // a loan does not change the owner
  await aoi.call(endLoan, { id: loan.id })
  await here.app.db
    .updateTable('serial')
    .set({ downloaded_at: here.clock.now.toISOString() })
    .where('asset_token_id', '=', asset_token_id)
    .execute()
  equal((await lend(mika, film, 2)).error?.code, 'serial_downloaded')
})

test('LN-03 a screening ends when its copy is borrowed', async (t) => {
  const { ren, aoi, film } = await screeningFixtures(t)
  const loan = await lent(ren, film, 2)
  equal((await open(ren, film, 2)).error?.code, 'screening_not_possible')
  await ren.call(endLoan, { id: loan.id })
  const { id } = await openOne(ren, film)
  ok(!(await borrow(aoi, await lent(ren, film, 2))).error)
  equal((await ren.call(getScreening, { id })).status, 'ended')
})

test('LN-04 after the return of a loan nothing opens, whatever is asked for at that moment', async (t) => {
  const { here, ren, aoi, film } = await loanFixtures(t)
  const { kid } = film
  await makePlayable(here, kid)
  for (const side of [ren, aoi]) {
    const loan = await lent(ren, film, 1)
    ok(!(await borrow(aoi, loan)).error)
    await waitForChangeFeed(here)
    const { token } = await aoi.call(createDrmToken, { kid })
    deepEqual(new Set(await mediaAccess(here, aoi, { kid, token })), new Set(['open']))
    const atOnce = tenTimes(() => mediaAccess(here, aoi, { kid, token }))
    ok(!(await side.call(endLoan, { id: loan.id })).error)
    await Promise.all(atOnce)
    const after = tenTimes(() => mediaAccess(here, aoi, { kid, token }))
    deepEqual(new Set((await Promise.all(after)).flat()), new Set(['loan_ended']))
    equal((await aoi.call(createDrmToken, { kid })).error?.code, 'loan_ended')
  }
})

test('LN-04 either side ends a loan before its time, once, and an open one is withdrawn', async (t) => {
  const { here, ren, aoi, yuki, film } = await loanFixtures(t)
  await makePlayable(here, film.kid)
  const watch = async (who: typeof ren) => {
    const { error, as } = await who.call(createDrmToken, { kid: film.kid })
    return error?.code ?? as
  }
  const offered = await lent(ren, film, 1)
  equal((await aoi.call(endLoan, { id: offered.id })).error?.code, 'not_found')
  equal((await ren.call(endLoan, { id: offered.id })).status, 'withdrawn')
  equal((await ren.call(endLoan, { id: offered.id })).error?.code, 'loan_closed')
  equal((await borrow(aoi, offered)).error?.code, 'loan_closed')

  const first = await lent(ren, film, 1)
  await borrow(aoi, first)
  equal((await yuki.call(endLoan, { id: first.id })).error?.code, 'not_found')
  const ends = await Promise.all(
    tenTimes((i) => (i % 2 ? ren : aoi).call(endLoan, { id: first.id })),
  )
  deepEqual(countOutcomes(ends), { done: 1, loan_closed: 9 })
  deepEqual([await watch(ren), await watch(aoi)], ['owner', 'loan_ended'])

  const second = await lent(ren, film, 1)
  await borrow(aoi, second)
  equal((await aoi.call(endLoan, { id: second.id })).status, 'returned')
  await mailAbout(here, 'ren@example.test', /is back/)
  const third = await lent(ren, film, 1)
  await borrow(aoi, third)
  equal((await ren.call(endLoan, { id: third.id })).status, 'returned')
  await mailAbout(here, 'aoi@example.test', /Your loan of .* has ended/)
  equal((await aoi.call(listLoans, { direction: 'borrowed' })).total, 3)
  equal((await ren.call(listLoans, { kid: film.kid })).total, 4)
  equal(
    (await here.call(lendCopy, { from_name: 'x', days: 1, asset_token_id: film.kid })).error?.code,
    'not_signed_in',
  )
})

test('LN-04 a copy is returned, recalled and lent again at its last moment, and nobody watches it twice', async (t) => {
  const { here, ren, aoi, yuki, film } = await loanFixtures(t)
  const loan = await lent(ren, film, 1)
  await borrow(aoi, loan)
  await travelTo(here, addSeconds(here.clock.now, DAYS * DAY_SECONDS))
  const [again, returned, recalled] = await Promise.all([
    lend(ren, film, 1),
    aoi.call(endLoan, { id: loan.id }),
    ren.call(endLoan, { id: loan.id }),
    here.run('rental.end'),
    here.run('loan.look_after'),
  ])
  ok(!again.error)
  deepEqual([returned.error?.code, recalled.error?.code], ['loan_closed', 'loan_closed'])
  ok(!(await borrow(yuki, again)).error)
  const running = await here.app.db
    .selectFrom('rental')
    .select('renter')
    .where('status', '=', 'active')
    .execute()
  deepEqual(running, [{ renter: yuki.account_id }])
})

test('a mail about a loan whose address was deleted meanwhile is not sent, and does not fail', async (t) => {
  const { here, ren, film } = await loanFixtures(t)
  const { id } = await lent(ren, film, 1) // without an address, like one that was deleted
  const ctx = here.app.jobCtx('mail.send')
  equal(await readLoanMail(ctx, { id, news: 'lent' }), undefined)
})
