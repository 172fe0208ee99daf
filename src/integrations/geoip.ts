import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { type CountryResponse, open, type Reader } from 'maxmind'
import { log } from '#core/log.ts'

export interface GeoIpConfig {
  /** The path of a country database in MaxMind's DB format 2.0: GeoLite2, GeoIP2 or DB-IP. */
  path: string
}
export type GeoIp = Awaited<ReturnType<typeof openGeoIp>>

const CHECK_MS = 60_000

/**
 * Opens a country database and reloads it when its file changes. A missing or broken file is logged
 * and the previous one stays in use; without one, every country is unknown.
 */
export async function openGeoIp({ path }: GeoIpConfig, checkMs = CHECK_MS) {
  let reader: Reader<CountryResponse> | undefined
  let loaded: string | undefined

  async function check() {
    const current = await fingerprintOf(path)
    if (current === loaded) return
    loaded = current
    try {
      reader = await open<CountryResponse>(path)
      log('info', 'country database opened', { path })
    } catch (error) {
      const message = reader
        ? 'country database cannot be read: the previous one stays in use'
        : 'country database cannot be read: all countries are unknown, so nobody counts as in Japan'
      log('error', message, { path, error })
    }
  }

  await check()
  const timer = setInterval(() => void check(), checkMs).unref()
  return {
    /** Returns the ISO 3166 code of an address's country; `undefined` if the file has none. */
    countryOf(address: string): string | undefined {
      if (!reader || isIP(address) === 0) return undefined
      try {
        return reader.get(address)?.country?.iso_code
      } catch (error) {
        log('error', 'country database is broken', { path, error })
        return undefined
      }
    },
    close: () => clearInterval(timer),
  }
}

/** Returns a text that differs for another or a changed file. */
async function fingerprintOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'missing'
  }
}
