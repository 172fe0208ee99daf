import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { pagePaths } from '../page-paths.ts'
import { unusedId, ownedFixtures, OTHER_PEOPLE, type OwnedFixtures } from '../owned-fixtures.ts'

const pages = await builtPages()

/** The paths of pages that belong to a person, with the ids of Mika's objects for `:`. */
// oxfmt-ignore
const hidden: [route: string, address: string, ownedIds: (things: OwnedFixtures) => string[]][] = [
  ['create/:uuid',                 '/create/:',                ({ upload }) => [upload]],
  ['asset/created/:kid/serials',   '/asset/created/:/serials', ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/rental/:kid',            '/asset/rental/:',          ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/edit',              '/asset/:/edit',            ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/created',           '/asset/:/created',         ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/extras',            '/asset/:/extras',          ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/reserved',          '/asset/:/reserved',        ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/reserved/:list',    '/asset/:/reserved/00000000-0000-4000-8000-000000000000', ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/preview',           '/asset/:/preview',         ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid',                   '/asset/:',                 ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['embed/asset/:kid',             '/embed/asset/:',           ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['certificate/:id',              '/certificate/:',           ({ withdrawn }) => [withdrawn.tokens.get(1)!]],
  ['asset/:kid/watch',             '/asset/:/watch',           ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/serials',           '/asset/:/serials',         ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/trade_listings',    '/asset/:/trade_listings',  ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/download',          '/asset/:/download?no=1',   ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/give',              '/asset/:/give',            ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/lend',              '/asset/:/lend',            ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:kid/screening',         '/asset/:/screening',       ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['asset/:key/offer',             '/asset/:/offer',           ({ withdrawn }) => [withdrawn.tokens.get(1)!]],
  ['waiting/:id',                  '/waiting/:',               ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['payment/purchase/:kid',        '/payment/purchase/:?no=1', ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['payment/purchase/cancel/:kid/:serialNumber', '/payment/purchase/cancel/:/30', ({ draft }) => [draft]],
  ['payment/rental/:kid',          '/payment/rental/:?no=1',   ({ draft, withdrawn }) => [draft, withdrawn.kid]],
  ['payment/rental/cancel/:kid/:serialNumber', '/payment/rental/cancel/:/30', ({ draft }) => [draft]],
  ['rentals/:id/start',            '/rentals/:/start',         ({ rental, unstarted }) => [rental, unstarted]],
  ['receipts/:purchaseId',         '/receipts/:',              ({ purchase }) => [purchase]],
  ['receipts/:purchaseId.pdf',     '/receipts/:.pdf',          ({ purchase }) => [purchase]],
  ['asset/distributions/:id',      '/asset/distributions/:',   ({ distribution }) => [distribution]],
  ['distributions/:id',            '/distributions/:',         ({ distribution }) => [distribution]],
  ['asset/free_rentals/:id',       '/asset/free_rentals/:',    ({ freeRental }) => [freeRental]],
  ['asset/free_rentals/:id/people', '/asset/free_rentals/:/people', ({ freeRental }) => [freeRental]],
  ['free_rentals/:id',             '/free_rentals/:',          ({ freeRental }) => [freeRental]],
  ['coupons/batches/:id/sheet',    '/coupons/batches/:/sheet', ({ coupons }) => [coupons]],
  ['coupons/batches/:id/desk',     '/coupons/batches/:/desk',  ({ coupons }) => [coupons]],
  ['account/wallets/:id/:view?',   '/account/wallets/:',       ({ wallet }) => [wallet]],
  ['group/edit',                   '/group/edit?key=:',        ({ group }) => [group.key]],
]

/** Paths of public objects, or of the visitor's own. */
const open = [
  'account/:type',
  'account/hidden/:of/:id', // tells only the owner anything
  'admin/campaigns/:id', // for administrators, who share them
  'admin/moderation/:id',
  'brand/:account/:tab?',
  'brand/:account/group',
  'brand/:account/seller',
  'collected_contents/brands/:key',
  'copies/:token',
  'shelf/:username',
  'gifts/:token',
  'screening/:code',
  'loans/:token',
  'unsubscribe/:token',
  'draws/:id',
  'group/:encryptedId',
  ':slug', // campaigns, which are public
  'group/:encryptedId/draw',
  'payment/purchase/success/:brandKey',
  'payment/rental/success/:brandKey',
  'statements/:month.pdf',
]

test('every page with an id in its path is listed as hidden from other people or as public', () => {
  const named = pagePaths.filter((path) => path.includes(':'))
  const told = [...hidden.map(([route]) => route).filter((path) => path.includes(':')), ...open]
  deepEqual(told.toSorted(), named.toSorted())
})

test('another person’s page is byte for byte the page of an object that does not exist', async (t) => {
  const things = await ownedFixtures(t, { pages })
  for (const [route, address, ownedIds] of hidden)
    await t.test(route, async () => {
      for (const who of OTHER_PEOPLE)
        for (const id of ownedIds(things)) {
          const foreign = await pageWithoutIds(things, address, who, id)
          deepEqual(foreign, await pageWithoutIds(things, address, who, unusedId(id)), who)
        }
    })
})

/** Returns a page without its requested id, date, request id and nonce. */
async function pageWithoutIds(
  things: OwnedFixtures,
  address: string,
  who: (typeof OTHER_PEOPLE)[number],
  id: string,
) {
  const token = who === 'guest' ? 'none' : things[who].token
  const response = await fetch(things.here.url + address.replace(':', id), {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
  })
  const policy = response.headers.get('content-security-policy') ?? ''
  const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(policy) ?? []
  const plain = (text: string) => text.replaceAll(nonce, 'nonce').replaceAll(id, 'the id')
  const said = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return {
    status: response.status,
    headers: said.map(([name, value]) => [name, plain(value)]),
    page: plain(await response.text()).split('><'),
  }
}
