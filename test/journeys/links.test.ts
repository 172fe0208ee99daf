import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { locales } from '#src/i18n/locale.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import { getShareAddress } from '#src/sales/share/share.shared.ts'
import { distribute } from '../distributions.ts'
import { lentForFree } from '../free-rentals.ts'
import { lent } from '../loans.ts'
import { createCoupons } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { putSellerNotice } from '#src/catalog/seller-notice/seller-notice.shared.ts'
import { sellerNotice } from '../seller-notices.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { openChromium } from '../chromium.ts'
import { crawl, routePaths } from '../crawl.ts'
import { leftInEnglish } from '../left-in-english.ts'
import type { Person } from '../people.ts'
import { rentalTitle } from '../rentals.ts'
import { createTitle, orderSeveral } from '../titles.ts'
import { giveOne } from '../gifts.ts'
import { offer, openToTrade } from '../trades.ts'
import { uploadForm } from '../uploads.ts'

const pages = await builtPages()
const WIDTHS = [320, 1_280]
/** The languages in which every-page.test.ts reads each page. */
const READ_ELSEWHERE = new Set(['en', 'ja', 'ar'])
/** Texts without a place to break, as wide as people may enter them. */
const WIDE = 'W'.repeat(40)
const WIDEST = 'ﷺ'.repeat(40)
const LONG =
  'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungsangelegenheit'.slice(0, 79)
const WORD = `${LONG}!` // a name whose end shows if it was reordered

const REPORT = WORD.toLowerCase() // no other text, which the test app would find on public pages

/** The routes that everybody can reach by links. */
// oxfmt-ignore
const PUBLIC = [
  '/', 'asset/:kid', 'asset/rental/:kid', 'distributions/:id', 'brand/:account/:tab?', 'brand/:account/group', 'brand/:account/seller',
  'group/:encryptedId', 'about', 'company', 'interview', 'dvt', 'help',
  'certificate/:id', 'support', 'contact', 'terms', 'legal', 'personal_information', 'security', 'developers', 'language', 'verify',
]
/** The routes that everybody who is signed in can reach. */
// oxfmt-ignore
const MEMBERS = [
  ...PUBLIC, 'asset', 'asset/rented', 'coupons', 'coupons/occupations/new', 'account/points',
  'account/:type', 'account/shelf', 'account/sign_ins', 'account/notifications', 'payout', 'bank/register', 'sign-out',
]
/** The routes that everybody who is signed in can reach except administrators. */
const TRADERS = [
  'account/following',
  'account/searches',
  'account/trade_offer_histories',
  'account/trading_histories',
  'account/wanted',
  'asset/trade_listing',
  'gifts',
  'loans',
]
/** The routes that members can reach who may buy the titles. */
const CUSTOMERS = [
  ...MEMBERS,
  'group/:encryptedId/draw',
  'payment/purchase/:kid',
  'payment/rental/:kid',
]
/** The routes that each visitor can reach. */
// oxfmt-ignore
const REACHED = {
  guest: [...PUBLIC, 'login', 'group/:encryptedId/draw'],
  buyer: [
    ...CUSTOMERS, ...TRADERS, 'asset/:kid/watch', 'asset/:kid/give', 'asset/:kid/lend', 'asset/:kid/serials', 'free_rentals/:id', 'collected_contents/brands/:key',
    'receipts/:purchaseId', 'receipts/:purchaseId.pdf',
  ],
  renter: [...CUSTOMERS, ...TRADERS, 'asset/:kid/watch'],
  creator: [
    ...MEMBERS, ...TRADERS, 'create', 'create/several', 'create/:uuid', 'uploads', 'created', 'statistics',
    'asset/:kid/created', 'asset/:kid/edit', 'asset/:kid/extras', 'asset/:kid/preview',
    'asset/:kid/reserved',
    'asset/:kid/reserved/:list', 'asset/:kid/watch', 'brand/create', 'brand/edit', 'brand/seller', 'group/create',
    'group/edit', 'coupons/batches', 'coupons/batches/:id/sheet', 'coupons/batches/:id/desk', 'asset/distribute',
    'asset/distributions', 'asset/distributions/:id', 'asset/free_rental_listing', 'asset/free_rentals',
    'asset/free_rentals/:id', 'asset/free_rentals/:id/people', 'account/api_keys', 'account/webhooks',
  ],
  administrator: [
    ...CUSTOMERS, 'admin', 'admin/audit', 'admin/jobs', 'admin/moderation', 'admin/moderation/:id', 'admin/verifications', 'admin/notifier_test', 'admin/payout', 'admin/accountings', 'admin/settings', 'admin/users',
    'admin/disputes', 'admin/campaigns', 'admin/campaigns/:id', ':slug', 'coupons/batches',
  ],
}
/** The routes that no link leads to, and what leads there instead. */
// oxfmt-ignore
const WITHOUT_LINK = {
  'account/hidden/:of/:id':                      'the mail about a hiding',
  'recovery':                                    'the mail about a move of the account',
  'account/deleted':                             'a deletion of the account',
  'account/wallets/:id/:view?':                  'the settings of an account with a linked wallet',
  'asset/created/:kid/serials':                  'another address of asset/:kid/created',
  'settings':                                    'another address of account/settings',
  'coupons/claim':                               'scanning a festival’s code',
  'coupons/occupations':                         'signing in with a coupon',
  'payment/distribution/*':                      'the card page, after payment of a fee',
  'asset/:kid/download':                        'a copy whose creator allows downloads',
  'gifts/:token':                               'an address that somebody sends with a gift',
  'asset/:kid/screening':                       'a copy, while screenings are switched on',
  'screenings':                                  'the menu, while screenings are switched on',
  'screening/:code':                             'an address that a host sends',
  'loans/:token':                               'an address that somebody sends with a loan',
  'shelf/:username':                             'an address that its owner shares',
  'copies/:token':                               'an address that the owner of a copy shares',
  'draws/:id':                                   'a draw',
  'asset/:kid/trade_listings':                  'a title with a copy that is open to trade',
  'asset/:key/offer':                           'a copy that is open to trade',
  'waiting/:id':                                 'a sale with a waiting room',
  'payment/purchase/success/:brandKey':          'the card page, after payment',
  'payment/rental/success/:brandKey':            'the card page, after payment',
  'payment/rent/success':                        'a rental paid from balance',
  'unsubscribe/:token':                          'a mail that can be switched off',
  'rentals/:id/start':                           'watching a rental that counts from its first play',
  'payment/purchase/cancel/:kid/:serialNumber':  'the card page, after cancelling',
  'payment/rental/cancel/:kid/:serialNumber':    'the card page, after cancelling',
  'embed/asset/:kid':                            'a page of another site',
  'error':                                       'the card page, after a failure',
  'statements/:month.pdf':                       'the end of a month',
  'manifest.webmanifest':                        'the head of every page',
  'offline':                                     'a lost network',
  '*':                                           'an address that does not exist',
}

test('every page is listed as reached by links or as reached by an event', () => {
  const listed = [...Object.values(REACHED).flat(), ...Object.keys(WITHOUT_LINK)]
  deepEqual([...new Set(listed)].toSorted(), routePaths.toSorted())
})

test('SH-01 SH-02 SH-03 links lead each visitor from the home page to all their pages, none broken, wider than the screen or partly in English', async (t) => {
  const { here, people, receiptLink, tab, unlinked } = await fixtures(t)
  const faults: string[] = []
  const measured = new Set<string>()
  for (const [name, expected] of Object.entries(REACHED)) {
    const visitor = name as keyof typeof REACHED
    const start = visitor === 'buyer' ? ['/', await receiptLink()] : ['/']
    const options = { start, faultsOf: reorderedNames }
    const crawled = await crawl(here.url, people[visitor]?.token, options)
    const { reached, refused, visited } = crawled
    faults.push(...crawled.faults)
    const others = visitor === 'buyer' ? unlinked : []
    const fresh = [...visited].filter(([route]) => route === '/' || !measured.has(route))
    for (const [route] of fresh) measured.add(route)
    const page = await tab(people[visitor], { javaScriptEnabled: false })
    for (const address of [...fresh.map(([, each]) => each), ...others]) {
      faults.push(...(await faultsOfWidth(page, address)))
      faults.push(...(await faultsOfLanguage(here.url + address, people[visitor])))
    }
    const missing = expected.filter((route) => !reached.has(route))
    faults.push(...refused.map((address) => `${name}: ${address}`))
    faults.push(...missing.map((route) => `${name}: no link to ${route}`))
  }
  deepEqual(faults, [])
})

/** Creates what each visitor's pages need, with long names: titles, copies, a rental, a draft, coupons and a list. */
async function fixtures(t: Parameters<typeof brandFixtures>[0]) {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 1, { pages, now: new Date() })
  await make(`${WIDE}${WIDE}`, kids)
  await mika.call(putSellerNotice, { id: brand.id, ...sellerNotice, name: WORD })
  await mika.call(updateBrand, { id: brand.id, name: WORD, description: `${LONG} ${WIDEST}` })
  const about = { title: WIDEST, description: `${LONG}\n\n[${LONG}](https://${WIDE}.example)` }
  const inBrand = { brand_id: brand.id, ...about }
  const film = await createTitle(here, mika, { copies: 5, price: 500, ...inBrand })
  const forRent = await rentalTitle(here, mika, { copies: 3, ...inBrand, title: WORD })
  await rentalTitle(here, mika, { copies: 1, ...inBrand }) // for those who rent the other one
  const unsold = await createTitle(here, mika, { copies: 2, ...inBrand, title: WORD })
  const [ren, eve, sora] = await Promise.all([
    here.person(WIDE, { balance: 5_000 }),
    here.person(WIDEST, { balance: 5_000 }),
    here.person('Sora', { role: 'ADMIN' }),
  ])
  await ren.call(purchaseForFree, orderSeveral(film, [1, 2], 1_000))
  await eve.call(rentForFree, forRent.rent(1, 300))
  const report = { of: 'title', id: film.kid, reason: 'other', text: REPORT } as const
  equal((await eve.call(createReport, report)).error, undefined)
  const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') }
  await mika.call(
    beginUpload,
    uploadForm(
      mika,
      { ...picture, name: `${WORD}.png` },
      { large_asset_upload: true, title: WORD },
    ),
  )
  const gift = { name: WORD, expires_at: '2098-01-01T00:00:00Z' }
  await mika.call(createCoupons, {
    ...gift,
    festival: true,
    asset_token_ids: [unsold.tokens.get(2)!],
  })
  // The crawler follows some links of a route: a list of two titles is among them, whatever their order.
  for (const { kid, token } of [
    { kid: unsold.kid, token: unsold.tokens.get(1)! },
    { kid: film.kid, token: film.tokens.get(5)! },
  ]) {
    const list = { kid, name: WORD, asset_token_ids: [token] }
    const { id } = await mika.call(createAllowlist, list)
    await mika.call(addPeople, { id, text: `${WIDE}@${WIDE}.example` })
  }
  const free = await createTitle(here, mika, { copies: 2, ...inBrand })
  await distribute(mika, free, [1])
  const named = await createTitle(here, mika, { copies: 1, ...inBrand })
  await lentForFree(mika, named, [1], { allowed_asset_renters: [ren.account_id] })
  const swapped = {
    owner: mika,
    token: (await createTitle(here, mika, { copies: 1, ...inBrand })).tokens.get(1)!,
  }
  await openToTrade(here, swapped)
  await offer({ owner: ren, token: film.tokens.get(2)! }, swapped, { message: `${WIDE} ${WIDEST}` })
  const { path: giftPath } = await giveOne(mika, free, 2, {
    from_name: WIDE,
    message: `${WIDE} ${WIDEST}`,
  })
  const loan = await lent(mika, await createTitle(here, mika, { copies: 1, ...inBrand }), 1, {
    from_name: WIDE,
    message: `${WIDE} ${WIDEST}`,
  })
  const tab = await openChromium(here)
  return {
    here,
    tab,
    /** Pages that no link leads to. */
    unlinked: [
      (await ren.call(getShareAddress, { asset_token_id: film.tokens.get(1)!, show: 'name' })).path,
      `/payment/purchase/cancel/${film.kid}/1`,
      `/payment/purchase/success/${film.kid}`,
      `/asset/${swapped.token}/offer`,
      '/account/trade_offer_histories?view=sent',
      giftPath!,
      loan.path!,
      '/payment/rent/success',
      '/error',
      `/${WORD}`,
    ],
    people: { guest: undefined, buyer: ren, renter: eve, creator: mika, administrator: sora },
    /** Returns the link to the receipt in the statement, which a script opens. */
    receiptLink: async () => {
      const page = await tab(ren)
      await page.goto('/account/points')
      await page
        .getByRole('button', { name: /^Bought/ })
        .first()
        .click()
      return (await page.getByRole('link', { name: 'Receipt' }).getAttribute('href'))!
    },
  }
}

/** Returns the elements that are wider than the screen, on screens of each width. */
async function faultsOfWidth(page: Page, address: string) {
  const faults: string[] = []
  await page.goto(address)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const wide = await page.evaluate<string[]>(WIDER_THAN_SCREEN)
    if (wide.length > 0) faults.push(`${address} at ${width} px: ${wide.join(', ')}`)
  }
  return faults
}

/** Returns what a page leaves in English in the languages in which every-page.test.ts does not read it. */
async function faultsOfLanguage(url: string, who: Person | undefined) {
  const faults: string[] = []
  for (const lang of locales.filter((locale) => !READ_ELSEWHERE.has(locale))) {
    const cookie = [`lang=${lang}`, ...(who ? [`session=${who.token}`] : [])].join('; ')
    const html = await (await fetch(url, { headers: { cookie } })).text()
    const left = leftInEnglish(html, lang)
    faults.push(...left.map((fault) => `${url} in ${lang}: ${fault}`))
  }
  return faults
}

/** Names the elements whose name would end with its first sign in Arabic, because they have the direction of the page. */
const reorderedNames = (html: string) =>
  [...html.matchAll(NAMED)]
    .filter(([, tag, attributes]) => !DIRECTED.test(`${tag}${attributes}`))
    .map(([element]) => element)
const NAMED = new RegExp(`<(\\w+)([^<>]*)>${WORD}<`, 'g')
/** Tags and an attribute that give a text its own direction. */
const DIRECTED = /^(bdi|title|option|textarea)\b|\sdir=/

/** Names the innermost elements beyond the right or left edge of a page that scrolls sideways. */
const WIDER_THAN_SCREEN = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 1 || left < -1)
  })
  const inner = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)))
  const named = inner.slice(0, 3).map((element) => \`\${element.tagName} "\${element.textContent.slice(0, 20)}" \${element.className}\`)
  return [\`\${scrollWidth} px\`, ...named]
})()`
