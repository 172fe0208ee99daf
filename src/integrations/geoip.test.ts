import { equal } from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Hono } from 'hono'
import { locationOf } from '#core/http/caller.ts'
import { ADDRESSES, COUNTRIES } from '../../test/geoip.ts'
import { captureLog } from '../../test/log-capture.ts'
import { waitUntil } from '../../test/test-app.ts'
import { openGeoIp } from './geoip.ts'

async function openCountries(t: TestContext, path: string) {
  const countries = await openGeoIp({ path }, 10)
  t.after(() => countries.close())
  return countries
}

function databasePath(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'renban-geoip-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return join(dir, 'countries.mmdb')
}

test('the database returns the country of an address, and undefined for unknown addresses', async (t) => {
  const countries = await openCountries(t, COUNTRIES)
  equal(countries.countryOf(ADDRESSES.JP), 'JP')
  equal(countries.countryOf(ADDRESSES.GB), 'GB')
  for (const unknown of [ADDRESSES.nowhere, '127.0.0.1', '::1', '', 'no address', '81.2.69.142.'])
    equal(countries.countryOf(unknown), undefined)
})

test('a missing or broken database causes no errors and is read as soon as it is repaired', async (t) => {
  const path = databasePath(t)
  const lines = captureLog(t)
  const isLogged = (text: string) =>
    waitUntil(
      async () => lines.some((line) => line.includes(text)),
      (found) => found,
    )
  const countries = await openCountries(t, path)
  equal(await isLogged('nobody counts as in Japan'), true)
  equal(countries.countryOf(ADDRESSES.GB), undefined)

  writeFileSync(path, 'no database at all')
  equal(countries.countryOf(ADDRESSES.GB), undefined)
  copyFileSync(COUNTRIES, path)
  equal(await isLogged('country database opened'), true)
  equal(countries.countryOf(ADDRESSES.GB), 'GB')

  writeFileSync(path, Buffer.alloc(20_000)) // a failed update
  equal(await isLogged('the previous one stays in use'), true)
  equal(countries.countryOf(ADDRESSES.GB), 'GB')
})

const PROXY = '10.0.0.1'
const behind = { trustedProxies: ['10.0.0.0/8'] }
const named = { ...behind, regionHeader: 'x-country' }
const direct = { trustedProxies: [], regionHeader: undefined }

// oxfmt-ignore
const places: [string, object, { peer?: string; from?: string; country?: string }, string, string][] = [
  // case                                          settings    request                                                 by header  with a database
  ['a direct visitor',                             direct,     { peer: ADDRESSES.GB },                                      'JP', 'GB'],
  ['a visitor unknown to the database',            direct,     { peer: ADDRESSES.nowhere },                                 'JP', 'ZZ'],
  ['a visitor who sends a country header',         named,      { peer: ADDRESSES.GB, country: 'JP' },                       'JP', 'GB'],
  ['a visitor who forges a forwarded address',     direct,     { peer: ADDRESSES.GB, from: ADDRESSES.JP },                  'JP', 'GB'],
  ['a proxy that names the country',               named,      { from: ADDRESSES.GB, country: 'fr' },                       'FR', 'FR'],
  ['a proxy that omits the country',               named,      { from: ADDRESSES.GB },                                      'ZZ', 'GB'],
  ['a proxy that does not know',                   named,      { from: ADDRESSES.JP, country: 'XX' },                       'ZZ', 'JP'],
  ['a proxy that reports Tor',                     named,      { from: ADDRESSES.nowhere, country: 'T1' },                  'ZZ', 'ZZ'],
  ['a proxy that sends an invalid country',        named,      { from: ADDRESSES.nowhere, country: 'Japan' },               'ZZ', 'ZZ'],
  ['a proxy whose country header is not used',     behind,     { from: ADDRESSES.GB, country: 'JP' },                       'JP', 'GB'],
  ['a visitor who forges an address at the proxy', behind,     { from: `${ADDRESSES.JP}, ${ADDRESSES.GB}` },                'JP', 'GB'],
  ['a proxy that forwards no address',             behind,     {},                                                          'JP', 'ZZ'],
]

test('AS-06 the proxy is trusted before the database, and an unknown country is not Japan', async (t) => {
  const countries = await openCountries(t, COUNTRIES)
  for (const [title, config, { peer = PROXY, from, country }, byHeader, byDatabase] of places) {
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
    await t.test(title, async () => {
      equal(await ask(), byHeader)
      equal(await ask(countries), byDatabase)
    })
  }
})
