import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import type { Locale } from '#src/i18n/locale.ts'
import { routePaths } from '../crawl.ts'
import { leftInEnglish, patternOf, titleIn } from '../left-in-english.ts'
import { pageAddresses } from '../page-addresses.ts'
import type { Person } from '../people.ts'

const pages = await builtPages()
const LANGUAGES: readonly Locale[] = ['en', 'ja', 'ar']
const NAME = '…'
const CREATORS = '401 403 200 403' // others read how to become one
const HOLDERS = '401 200 200 403' // others read that they have no copy

/** A notification keeps the subject of its mail, which was sent in English. */
const MAILED = '“An API key was created”'

/**
 * Each route; its status, or where it leads, for a guest, a buyer, a creator and an administrator (one
 * for all four where they are the same); and its title in English. `…` stands for a name or a date.
 */
// oxfmt-ignore
const PAGES: readonly [route: string, outcomes: string, title?: string][] = [
  ['/',                                          '200',                   'Marketplace · Renban'],
  ['asset/rental/:kid',                          '200',                   'Rent … · Renban'],
  ['asset/:kid',                                 '200',                   '… · Renban'],
  ['embed/asset/:kid',                           '200',                   '… · Renban'],
  ['payment/purchase/success/:brandKey',         '200',                   'Purchase · Renban'],
  ['payment/purchase/cancel/:kid/:serialNumber', '200',                   'Cancel the purchase · Renban'],
  ['payment/rental/success/:brandKey',           '200',                   'Rental · Renban'],
  ['payment/rent/success',                       '200',                   'Rental · Renban'],
  ['payment/rental/cancel/:kid/:serialNumber',   '200',                   'Cancel the rental · Renban'],
  ['account/deleted',                            '200',                   'Account deleted · Renban'],
  ['create',                                     '401 403 200 403',       'Publish a title · Renban'],
  ['create/several',                             '401 403 200 403',       'Several titles at once · Renban'],
  ['create/:uuid',                               '401 403 200 403',       '… · Renban'],
  ['uploads',                                    '401 403 200 403',       'Uploads · Renban'],
  ['asset/created/:kid/serials',                 '401 403 200 403',       'Copies of … · Renban'],
  ['created',                                    '401 403 200 403',       'Your titles · Renban'],
  ['asset/distribute',                           '401 403 200 403',       'Give copies away · Renban'],
  ['asset/distributions',                        '401 403 200 403',       'Free distributions · Renban'],
  ['asset/distributions/:id',                    '401 403 200 403',       'Free distribution of … · Renban'],
  ['asset/free_rental_listing',                  '401 403 200 403',       'Rent out for free · Renban'],
  ['asset/free_rentals',                         '401 403 200 403',       'Free rentals · Renban'],
  ['asset/free_rentals/:id',                     '401 403 200 403',       'Free rental of … · Renban'],
  ['asset/free_rentals/:id/people',              '401 403 200 403',       'People of the free rental of … · Renban'],
  ['payment/distribution/*',                     '/asset/distributions'],
  ['asset/:kid/edit',                            '401 403 200 403',       'Edit … · Renban'],
  ['asset/:kid/created',                         '401 403 200 403',       'Copies of … · Renban'],
  ['asset/:kid/extras',                          '401 403 200 403',       'Extras of … · Renban'],
  ['asset/:kid/reserved',                        '401 403 200 403',       'Reserved copies of … · Renban'],
  ['asset/:kid/reserved/:list',                  '401 403 200 403',       '…: people on the list · Renban'],
  ['account/api_keys',                           '401 403 200 403',       'API keys · Renban'],
  ['account/webhooks',                           '401 403 200 403',       'Webhooks · Renban'],
  ['brand/create',                               '401 403 200 403',       'Create a brand · Renban'],
  ['asset/:kid/preview',                         '401 403 200 403',       '… · Renban'],
  ['brand/edit',                                 '401 403 200 403',       'Edit brand · Renban'],
  ['brand/seller',                               '401 403 200 403',       'Seller’s notice · Renban'],
  ['group/create',                               '401 403 200 403',       'Create a group · Renban'],
  ['group/edit',                                 '401 403 200 403',       'Edit group · Renban'],
  ['statistics',                                 '401 403 200 403',       'Sales statistics, … · Renban'],
  ['admin',                                      '401 403 403 200',       'Administration · Renban'],
  ['admin/audit',                                '401 403 403 200',       'Audit log · Renban'],
  ['admin/jobs',                                 '401 403 403 200',       'Background jobs · Renban'],
  ['admin/moderation',                           '401 403 403 200',       'Reports · Renban'],
  ['admin/moderation/:id',                       '401 403 403 200',       'Case 1 · Renban'],
  ['admin/verifications',                        '401 403 403 200',       'Verified brands · Renban'],
  ['admin/notifier_test',                        '401 403 403 200',       'Test email · Renban'],
  ['admin/payout',                               '401 403 403 200',       'All payouts · Renban'],
  ['admin/accountings',                          '401 403 403 200',       'Accounting, … · Renban'],
  ['admin/settings',                             '401 403 403 200',       'Platform settings · Renban'],
  ['admin/users',                                '401 403 403 200',       'People · Renban'],
  ['admin/disputes',                             '401 403 403 200',       'Disputed payments · Renban'],
  ['admin/campaigns',                            '401 403 403 200',       'Campaigns · Renban'],
  ['admin/campaigns/:id',                        '401 403 403 200',       'Campaigns · Renban'],
  ['coupons',                                    '401 200 200 200',       'My coupons · Renban'],
  ['coupons/occupations',                        '401 /coupons /coupons /coupons', 'My coupons · Renban'],
  ['coupons/occupations/new',                    '401 200 200 200',       'Enter a coupon · Renban'],
  ['coupons/batches',                            '401 403 200 200',       'Give coupons · Renban'],
  ['coupons/batches/:id/sheet',                  '401 403 200 404',       'Coupons of … · Renban'],
  ['coupons/batches/:id/desk',                   '401 403 200 404',       'Desk of … · Renban'],
  ['asset',                                      '401 200 200 200',       'My collection · Renban'],
  ['asset/rented',                               '401 200 200 200',       'Rented · Renban'],
  ['asset/trade_listing',                        '401 200 200 200',       'Open copies for trade · Renban'],
  ['asset/:kid/trade_listings',                  '401 200 200 200',       'Copies of … open to trade · Renban'],
  ['asset/:kid/give',                            '401 200 200 200',       'Give … · Renban'],
  ['asset/:kid/download',                        '401 200 404 404',       'Download No. 28 of … · Renban'],
  ['gifts',                                      '401 200 200 200',       'Gifts · Renban'],
  ['asset/:kid/lend',                            '401 200 200 200',       'Lend … · Renban'],
  ['loans',                                      '401 200 200 200',       'Loans · Renban'],
  ['free_rentals/:id',                           '401 200 404 404',       'Rent … for free · Renban'],
  ['asset/:kid/screening',                       '401 200 404 404',       'Screening of … · Renban'],
  ['screenings',                                 '401 200 200 200',       'Screenings · Renban'],
  ['asset/:key/offer',                           '401 /asset/…?no=28 200 403', 'Offer a trade · Renban'],
  ['collected_contents/brands/:key',             '401 200 200 200',       '… · My collection · Renban'],
  ['asset/:kid/watch',                           HOLDERS,       '… · Renban'],
  ['asset/:kid/serials',                         '401 200 200 200',       'My copies of … · Renban'],
  ['payment/purchase/:kid',                      '401 200 200 200',       'Confirm your purchase · Renban'],
  ['payment/rental/:kid',                        '401 200 200 200',       'Confirm your rental · Renban'],
  ['rentals/:id/start',                          '401 200 404 404',       'Start your rental · Renban'],
  ['payout',                                     '401 200 200 200',       'Payouts · Renban'],
  ['receipts/:purchaseId',                       '401 200 404 404',       'Receipt … · Renban'],
  ['bank/register',                              '401 200 200 200',       'Bank account · Renban'],
  ['settings',                                   '401 200 200 200',       'Account settings · Renban'],
  ['account/trade_offer_histories',              '401 200 200 200',       'Trade offers · Renban'],
  ['account/trading_histories',                  '401 200 200 200',       'Trades · Renban'],
  ['account/wanted',                             '401 200 200 200',       'Wanted · Renban'],
  ['account/following',                          '401 200 200 200',       'Following · Renban'],
  ['account/searches',                           '401 200 200 200',       'Saved searches · Renban'],
  ['account/points',                             '401 200 200 200',       'Balance and points · Renban'],
  ['account/sign_ins',                           '401 200 200 200',       'Sign-in history · Renban'],
  ['account/shelf',                              '401 200 200 200',       'Public shelf · Renban'],
  ['account/notifications',                      '401 200 200 200',       'Notifications · Renban'],
  ['account/hidden/:of/:id',                     '401 200 200 200',       'Hidden after a report · Renban'],
  ['account/wallets/:id/:view?',                 '401 200 404 404',       'Copies in your wallet · Renban'],
  ['account/:type',                              '401 200 200 200',       'Security · Renban'],
  ['receipts/:purchaseId.pdf',                   '/receipts/… 200 404 404'],
  ['brand/:account/seller',                      '200',                   'Seller’s notice of … · Renban'],
  ['brand/:account/group',                       '200',                   'Groups of … · Renban'],
  ['group/:encryptedId',                         '200',                   '… · Renban'],
  ['group/:encryptedId/draw',                    '200',                   'Random copies from … · Renban'],
  ['draws/:id',                                  '200',                   'Draw from … · Renban'],
  ['certificate/:id',                            '200',                   'Certificate of No. 1 of … · Renban'],
  ['copies/:token',                              '200',                   '… · Renban'],
  ['shelf/:username',                            '200',                   '… · Renban'],
  ['waiting/:id',                                '200',                   'Waiting room: … · Renban'],
  ['distributions/:id',                          '200',                   'A copy of … for free · Renban'],
  ['coupons/claim',                              '/coupons/occupations/new /coupons/occupations /coupons/occupations /coupons/occupations'],
  ['screening/:code',                            '200',                   'Screening of … · Renban'],
  ['gifts/:token',                               '200',                   'A gift from … · Renban'],
  ['unsubscribe/:token',                         '200',                   'Stop emails · Renban'],
  ['recovery',                                   '200',                   'Stop the move of an account · Renban'],
  ['loans/:token',                               '200',                   'A loan from … · Renban'],
  ['brand/:account/:tab?',                       '200',                   '… · Renban'],
  ['verify',                                     '200',                   'Check a file · Renban'],
  ['about',                                      '200',                   'About Renban · Renban'],
  ['company',                                    '200',                   'Company · Renban'],
  ['interview',                                  '200',                   'Interviews · Renban'],
  ['dvt',                                        '200',                   'How it works · Renban'],
  ['help',                                       '200',                   'Help centre · Renban'],
  ['contact',                                    '200',                   'Contact · Renban'],
  ['developers',                                 '200',                   'For developers · Renban'],
  ['terms',                                      '200',                   'Terms of use · Renban'],
  ['legal',                                      '200',                   'Legal notices · Renban'],
  ['personal_information',                       '200',                   'Personal information · Renban'],
  ['security',                                   '200',                   'Security policy · Renban'],
  ['error',                                      '200',                   'We will be back soon · Renban'],
  [':slug',                                      '200',                   '… · Renban'],
  ['*',                                          '404',                   'Page not found · Renban'],
  ['manifest.webmanifest',                       '200'],
  ['offline',                                    '200',                   'Renban'],
  ['statements/:month.pdf',                      '/account/points 404 404 404'],
  ['login',                                      '200 / / /',             'Sign in · Renban'],
  ['sign-out',                                   '/'],
  ['language',                                   '/'],
  ['support',                                    '200',                   'Support · Renban'],
]

test('every page has its line in the table', () => {
  deepEqual(PAGES.map(([route]) => route).toSorted(), routePaths.toSorted())
})

test('SH-03 SH-04 RT-03 RT-36 every page answers a guest, a buyer, a creator and an administrator as the table says, in their language', async (t) => {
  const { here, addresses, visitors } = await pageAddresses(t, { pages })
  const faults: string[] = []
  for (const [route, outcomes, title] of PAGES) {
    const url = here.url + (addresses.get(route) ?? (route === '/' ? route : `/${route}`))
    const [one = '', ...others] = outcomes.split(' ')
    const expected = visitors.map((_, i) => [one, ...others][others.length > 0 ? i : 0]!)
    const reader = Math.max(0, expected.lastIndexOf('200')) // reads it in all languages
    const visits = visitors.flatMap((who, i) =>
      (i === reader || process.env.FULL ? LANGUAGES : [LANGUAGES[i % LANGUAGES.length]!]).map(
        async (lang) => {
          const seen = await look(url, lang, who)
          const outcome = expected[i]!
          const name = outcome === '200' ? title : title && titleOfRefusal(outcome, outcomes)
          const wanted = [outcome, name && titleIn(lang, name)].join(' ')
          if (!patternOf(wanted, NAME).test(seen.answer) || seen.left.length > 0)
            faults.push(
              [url, who?.name, lang, seen.answer, 'and not', wanted, ...seen.left].join(' '),
            )
        },
      ),
    )
    await Promise.all(visits)
  }
  deepEqual(faults, [])
})

/** Returns the status of a page, or where it leads, with its title; and what it leaves in English. */
async function look(url: string, lang: Locale, who: Person | undefined) {
  const cookie = who && `session=${who.token}`
  const headers = { 'accept-language': lang, ...(cookie && { cookie }) }
  const response = await fetch(url, { headers, redirect: 'manual' })
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const html = isPage ? await response.text() : ''
  const [, title] = /<title>(.*?)<\/title>/.exec(html) ?? []
  const outcome = response.headers.get('location') ?? response.status
  const left = title ? leftInEnglish(html, lang).filter((text) => text !== MAILED) : []
  return { answer: [outcome, title].join(' '), left }
}

/** The titles of pages that refuse, by status. */
const REFUSALS: Record<string, string> = {
  401: 'You are not signed in',
  403: 'You do not have access to this page',
  404: 'Page not found',
}

/** Those of pages for creators and for who has a copy. */
const FORBIDDEN: Record<string, string> = {
  [CREATORS]: 'Become a creator',
  [HOLDERS]: 'You have no copy of this title',
}

/** Returns the English title of a page that refuses; none for one that leads elsewhere. */
function titleOfRefusal(outcome: string, outcomes: string): string | undefined {
  if (outcome.startsWith('/')) return undefined
  const ofPage = outcome === '403' ? FORBIDDEN[outcomes] : undefined
  return `${ofPage ?? REFUSALS[outcome]} · Renban`
}
