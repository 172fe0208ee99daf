import { equal } from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Hono } from 'hono'
import { locationOf } from '#core/http/caller.ts'
import { ADDRESSES, COUNTRIES } from '../../test/geoip.ts'
import { logged } from '../../test/logged.ts'
import { soon } from '../../test/test-app.ts'
import { openGeoIp } from './geoip.ts'

async function opened(t: TestContext, path: string) {
  const countries = await openGeoIp({ path }, 10)
  t.after(() => countries.close())
  return countries
}

function folder(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'renban-geoip-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return join(dir, 'countries.mmdb')
}

test('a database says in which country an address is, and nothing of what it does not know', async (t) => {
  const countries = await opened(t, COUNTRIES)
  equal(countries.countryOf(ADDRESSES.JP), 'JP')
  equal(countries.countryOf(ADDRESSES.GB), 'GB')
  for (const unknown of [ADDRESSES.nowhere, '127.0.0.1', '::1', '', 'no address', '81.2.69.142.'])
    equal(countries.countryOf(unknown), undefined)
})

test('a missing or broken database stops nobody, and is read as soon as it is a good one', async (t) => {
  const path = folder(t)
  const lines = logged(t)
  const says = (words: string) =>
    soon(
      async () => lines.some((line) => line.includes(words)),
      (said) => said,
    )
  const countries = await opened(t, path)
  equal(await says('nobody counts as being in Japan'), true)
  equal(countries.countryOf(ADDRESSES.GB), undefined)

  writeFileSync(path, 'no database at all')
  equal(countries.countryOf(ADDRESSES.GB), undefined)
  copyFileSync(COUNTRIES, path)
  equal(await says('database of countries opened'), true)
  equal(countries.countryOf(ADDRESSES.GB), 'GB')

  writeFileSync(path, Buffer.alloc(20_000)) // an update that went wrong
  equal(await says('the one before is still asked'), true)
  equal(countries.countryOf(ADDRESSES.GB), 'GB')
})

const PROXY = '10.0.0.1'
const behind = { trustedProxies: ['10.0.0.0/8'] }
const named = { ...behind, regionHeader: 'x-country' }
const direct = { trustedProxies: [], regionHeader: undefined }

// oxfmt-ignore
const places: [string, object, { peer?: string; from?: string; country?: string }, string, string][] = [
  // who is asked                                  configured  said                                                    by header  with a database
  ['a visitor who comes directly',                 direct,     { peer: ADDRESSES.GB },                                      'JP', 'GB'],
  ['one whom the database does not know',          direct,     { peer: ADDRESSES.nowhere },                                 'JP', 'ZZ'],
  ['one who names a country themselves',           named,      { peer: ADDRESSES.GB, country: 'JP' },                       'JP', 'GB'],
  ['one who claims another address',               direct,     { peer: ADDRESSES.GB, from: ADDRESSES.JP },                  'JP', 'GB'],
  ['a proxy that names the country',               named,      { from: ADDRESSES.GB, country: 'fr' },                       'FR', 'FR'],
  ['a proxy that should and does not',             named,      { from: ADDRESSES.GB },                                      'ZZ', 'GB'],
  ['a proxy that does not know',                   named,      { from: ADDRESSES.JP, country: 'XX' },                       'ZZ', 'JP'],
  ['a proxy that says Tor',                        named,      { from: ADDRESSES.nowhere, country: 'T1' },                  'ZZ', 'ZZ'],
  ['a proxy that says nonsense',                   named,      { from: ADDRESSES.nowhere, country: 'Japan' },               'ZZ', 'ZZ'],
  ['a proxy that is not asked for the country',    behind,     { from: ADDRESSES.GB, country: 'JP' },                       'JP', 'GB'],
  ['a visitor who forwards to our proxy',          behind,     { from: `${ADDRESSES.JP}, ${ADDRESSES.GB}` },                'JP', 'GB'],
  ['a proxy without a visitor',                    behind,     {},                                                          'JP', 'ZZ'],
]

test('AS-06 the proxy is believed first, then the database, and what neither knows is not Japan', async (t) => {
  const countries = await opened(t, COUNTRIES)
  for (const [who, config, { peer = PROXY, from, country }, byHeader, byDatabase] of places) {
    const settings = { regionHeader: undefined, ...config } as typeof direct
    const ask = async (known?: typeof countries) => {
      const app = new Hono().get('/', (c) => c.text(locationOf(c, settings, known).country))
      const headers = {
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(country !== undefined && { 'x-country': country }),
      }
      const incoming = { socket: { remoteAddress: peer } }
      return (await app.request('/', { headers }, { incoming })).text()
    }
    await t.test(who, async () => {
      equal(await ask(), byHeader)
      equal(await ask(countries), byDatabase)
    })
  }
})
