import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openGeoIp } from '#src/integrations/geoip.ts'
import type { TestApp } from './test-app.ts'

/** MaxMind's own test database, and addresses by country in it. */
export const COUNTRIES = join(import.meta.dirname, 'geoip/GeoLite2-Country-Test.mmdb')
export const ADDRESSES = { JP: '2001:218::1', GB: '81.2.69.142', nowhere: '192.0.2.1' }

/** Configures the app behind a proxy that forwards addresses, with the database of countries. */
export async function behindProxy(t: TestContext, { config, integrations }: TestApp) {
  const countries = await openGeoIp({ path: COUNTRIES })
  t.after(() => countries.close())
  Object.assign(config, { trustedProxies: ['127.0.0.1', '::1'] })
  Object.assign(integrations, { countries })
}
