import { openLicences, type Licences, type LicenceSystem } from '#src/integrations/licences.ts'
import { COMMUNICATION_KEY, LICENCES } from '#src/emulators/licences/server.ts'
import type { TestApp } from './test-app.ts'

/** Offers licences of the provider's emulator in a test app, for some systems. */
export function offerLicences(
  here: TestApp,
  systems: LicenceSystem[],
  fairPlayCertificate?: string,
): Licences {
  const urls = Object.fromEntries(systems.map((one) => [one, `${here.url}${LICENCES}/${one}`]))
  const licences = openLicences({ ...COMMUNICATION_KEY, urls, fairPlayCertificate })
  here.integrations.licences = licences
  return licences
}

/** Returns the payload of a token (JWT). */
export function payloadOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    begin_date: string
    expiration_date: string
    message: {
      license: { expiration_datetime: string; allow_persistence: boolean }
      content_keys_source: { inline: { id: string; encrypted_key: string }[] }
    }
  }
}

/** Requests a licence of the emulator, in the format of Clear Key. */
export function requestVendorLicence(
  url: string,
  token: string,
  kids: string[],
  type = 'temporary',
) {
  return fetch(url, {
    method: 'POST',
    headers: { 'X-AxDRM-Message': token },
    body: JSON.stringify({ kids, type }),
  })
}
