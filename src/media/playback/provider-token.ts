import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import type { LicenceSystem } from '#src/integrations/licences.ts'
import { constantIv, keyIds } from '#src/media/packaging/keys.ts'
import { contentKeys } from './content-keys.ts'
import type { Entitlement } from './entitlement.ts'

/**
 * The life of a licence in seconds. Widevine's device renews it by itself; the others cannot, so
 * theirs lasts as long as a sitting. Segments end with the right to watch all the same.
 */
const LICENCE_SECONDS: Record<LicenceSystem, number> = {
  widevine: 600,
  playready: 12 * 3_600,
  fairplay: 12 * 3_600,
}
/** The life of a stored licence: within it a device must ask again, and is refused after a sale. */
const STORED_SECONDS = 2 * DAY_SECONDS

type Entitled = Pick<Entitlement, 'rented_until'> & {
  kid: string
  /** The end of the token. */
  expires_at: string
  persistent: boolean
}

/**
 * Returns the licence provider's address and token for a title. The licence ends with a rental at
 * the latest. Refuses `not_ready_to_watch`.
 */
export async function providerToken(ctx: Ctx, system: LicenceSystem, entitled: Entitled) {
  const { kid, rented_until, expires_at, persistent } = entitled
  const keys = (await contentKeys(ctx, kid)) ?? fail('not_ready_to_watch')
  const ids = keyIds(kid)
  const licences = ctx.integrations.licences!
  const { token } = licences.sign({
    keys: (['video', 'audio'] as const).map((of) => {
      return { id: ids[of], key: keys[of], iv: constantIv(ids[of]), of }
    }),
    now: ctx.now,
    tokenUntil: new Date(expires_at),
    licenceUntil: earliest(
      addSeconds(ctx.now, persistent ? STORED_SECONDS : LICENCE_SECONDS[system]),
      rented_until,
    ),
    persistent,
  })
  return { url: licences.urls[system]!, token }
}

const earliest = (end: Date, other: string | null) =>
  other !== null && new Date(other) < end ? new Date(other) : end
