import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { API } from '#core/http/endpoint.ts'
import { builtPages } from '#src/app.ts'
import { type Locale, locales } from '#src/i18n/locale.ts'
import { mails } from '#src/mails.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { downloadsIn, giftsIn, loansIn, tradesIn, unbuiltIn } from '../absent-words.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { translationsOf } from '../left-in-english.ts'
import { textOf } from '../page-text.ts'
import type { Person } from '../people.ts'
import { rentalTitle } from '../rentals.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
/** The languages with words of their own that the patterns know, such as “download” in German. */
const LANGUAGES: Locale[] = ['en', 'ja', 'de', 'pt', 'zh-Hant']
const SLOW = 'Plus lent ou plus rapide' // no loan
// oxfmt-ignore
const addresses = {
  guest: [
    '/', '/about', '/company', '/interview', '/dvt', '/help', '/support', '/contact', '/terms', '/legal',
    '/personal_information', '/security', '/login',
  ],
  member: [
    '/asset', '/asset/rented', '/coupons', '/coupons/occupations/new', '/account/points',
    '/account/settings', '/account/security', '/payout', '/bank/register',
  ],
  creator: [
    '/create', '/create/several', '/uploads', '/created', '/statistics', '/brand/create',
    '/group/create', '/coupons/batches',
  ],
  administrator: [
    '/admin', '/admin/audit', '/admin/jobs', '/admin/notifier_test', '/admin/payout', '/admin/accountings', '/admin/settings', '/admin/users', '/admin/disputes',
  ],
}

test('SH-14 no page speaks of auctions, which are not built, of downloads where the creator allows none, nor of trades, gifts and loans while they are off', async (t) => {
  const { here, mika, kids, make, brand } = await brandFixtures(t, 1, { pages, now: new Date() })
  const { encrypted_id } = await make('Winter set', kids)
  const film = await rentalTitle(here, mika, { copies: 4, for_sale: 2, brand_id: brand.id })
  const ren = await here.person('Ren', { balance: 5_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const off = { trade_enabled: false, gift_enabled: false, lending_enabled: false }
  equal(
    (await sora.call(changeSettings, { version: 0, reason: 'a trial', ...off })).error,
    undefined,
  )
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const title = `/asset/${film.kid}`
  const certificate = `/certificate/${film.tokens.get(1)}`
  const shop = [
    `/brand/${brand.account}`,
    `/group/${encrypted_id}`,
    title,
    `/asset/rental/${film.kid}`,
    certificate,
  ]
  const own = [`${title}?no=1`, `${title}/serials`]
  const paying = [`/payment/purchase/${film.kid}?no=2`, `/payment/rental/${film.kid}?no=3`]
  const created = ['edit', 'created', 'reserved', 'preview'].map((page) => `${title}/${page}`)
  const visits: [Person | undefined, string[]][] = [
    [undefined, [...addresses.guest, ...shop]],
    [ren, [...addresses.member, ...own, ...paying]],
    [mika, [...addresses.creator, ...created]],
    [sora, addresses.administrator],
  ]
  const found: string[] = []
  for (const lang of LANGUAGES)
    for (const [who, paths] of visits)
      for (const path of paths) found.push(...(await absentWords(path, who, lang)))
  deepEqual(found, [])

  async function absentWords(path: string, who: Person | undefined, lang: string) {
    const text = await textOf(here, path, who, lang)
    // They are switched on in the settings.
    const isSetting = path === '/admin/settings'
    const gone = isSetting ? [] : [...tradesIn(text), ...giftsIn(text)]
    // The creator allows them in the forms of a title. Help says what creators may allow.
    const isForm = /^\/create|\/edit$/.test(path)
    const downloads = isForm || path === '/help' ? [] : downloadsIn(text)
    const rights = [...downloads, ...(isForm || isSetting ? [] : loansIn(text))]
    return [...unbuiltIn(text), ...rights, ...gone].map((words) => `${path}: ${words}`)
  }
})

test('SH-14 no mail and no description of a call speaks of them either', async (t) => {
  const { serverTexts } = await pages()
  const found: string[] = []
  for (const lang of LANGUAGES)
    for (const { name, samples } of mails)
      for (const facts of Object.values(samples)) {
        const { subject, text } = await serverTexts.mail(name, {
          lang,
          publicUrl: 'https://a.test',
          facts,
        })
        found.push(...unbuiltIn(`${subject} ${text}`).map((words) => `${name}: ${words}`))
      }
  const { url } = await testApp(t, { role: 'web' })
  const document = await (await fetch(`${url}${API}/openapi.json`)).text()
  for (const [, words] of document.matchAll(/"(?:summary|description)":"([^"]*)"/g))
    found.push(...unbuiltIn(words!))
  deepEqual(found, [])
})

test('no text in the other languages has one of these words', () => {
  const found = locales
    .filter((lang) => !LANGUAGES.includes(lang))
    .flatMap((lang) => translationsOf(lang))
    .filter((text) => text !== SLOW)
    .flatMap((text) =>
      [unbuiltIn, downloadsIn, tradesIn, giftsIn, loansIn].flatMap((wordsIn) => wordsIn(text)),
    )
  deepEqual(found, [])
})
