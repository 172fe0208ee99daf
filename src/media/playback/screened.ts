import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { isScreeningOn } from '#src/platform/settings/features.ts'
import { settingsSchema } from '#src/platform/settings/settings.shared.ts'

const LONGEST_SECONDS = DAY_SECONDS
const GRACE_SECONDS = settingsSchema.shape.screening_grace_seconds.parse(undefined)

const graceSeconds = sql<number>`coalesce(
  (select (value ->> 'screening_grace_seconds')::int from setting order by version desc limit 1),
  ${sql.lit(GRACE_SECONDS)})`

/**
 * Matches a `screening`, joined with its `serial`, that goes on at `now`: it is not ended, guests find
 * its title, its host still has the copy to show and is not gone for too long. Only this decides it,
 * because a job ends the others only later.
 */
export const goesOnAt = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  screening.status <> 'ended' and ${isScreeningOn}
  and serial.owner = screening.host and serial.downloaded_at is null
  and serial.linked_wallet_id is null
  and not exists (select from rental
    where rental.asset_token_id = screening.asset_token_id and ${isRunningAt(now)})
  and exists (select from asset shown where shown.kid = screening.kid and shown.is_public)
  and screening.host_seen_at
    > ${now.toISOString()}::timestamptz - ${graceSeconds} * interval '1 second'
  and screening.created_at > ${addSeconds(now, -LONGEST_SECONDS).toISOString()}::timestamptz)`
