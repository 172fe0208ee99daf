import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { type CountryResponse, open, type Reader } from 'maxmind'
import { log } from '#core/log.ts'

export interface GeoIpConfig {
  /** Of a file in MaxMind's DB format 2.0 that knows countries: GeoLite2, GeoIP2, DB-IP. */
  path: string
}
export type GeoIp = Awaited<ReturnType<typeof openGeoIp>>

const CHECK_MS = 60_000

/**
 * Knows the country of a network address out of a database file, and takes up a new one by itself. A
 * file that is missing or broken stops nobody: it is logged, the one before goes on to be asked, and
 * without one every country is unknown.
 */
export async function openGeoIp({ path }: GeoIpConfig, checkMs = CHECK_MS) {
  let reader: Reader<CountryResponse> | undefined
  let known: string | undefined

  async function check() {
    const seen = await markOf(path)
    if (seen === known) return
    known = seen
    try {
      reader = await open<CountryResponse>(path)
      log('info', 'database of countries opened', { path })
    } catch (error) {
      const what = reader
        ? 'database of countries cannot be read: the one before is still asked'
        : 'database of countries cannot be read: nobody counts as being in Japan'
      log('error', what, { path, error })
    }
  }

  await check()
  const timer = setInterval(() => void check(), checkMs).unref()
  return {
    /** ISO 3166 in capitals; `undefined` where the file does not say. */
    countryOf(address: string): string | undefined {
      if (!reader || isIP(address) === 0) return undefined
      try {
        return reader.get(address)?.country?.iso_code
      } catch (error) {
        log('error', 'database of countries is broken', { path, error })
        return undefined
      }
    },
    close: () => clearInterval(timer),
  }
}

/** Another file, or the same one changed, has another mark. */
async function markOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'missing'
  }
}
