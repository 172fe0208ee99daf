import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Feature } from '#core/http/openapi.ts'
import { settingsOf } from './settings.ts'
import { type Settings, settingsSchema } from './settings.shared.ts'

/** The features that an administrator can switch off, by their settings: names in the API, and refusal. */
// oxfmt-ignore
const features = {
  trade_enabled:            { names: /trad(e|ing|able)|top_up|wish|proposal/, refusal: 'trade_unavailable' },
  trade_top_up_enabled:     { names: /top_up/, refusal: 'top_up_unavailable' },
  gift_enabled:             { names: /gift/, refusal: 'gift_unavailable' },
  screening_enabled:        { names: /screening/, refusal: 'screening_unavailable' },
  lending_enabled:          { names: /loan|lending|lent_copy|lentcopy/i, refusal: 'lending_unavailable' },
  offline_playback_enabled: { names: /offline/ }, // licences are then for watching at once
} as const
type FeatureSetting = keyof typeof features
type Refused = Exclude<FeatureSetting, 'offline_playback_enabled'>

/** What calls take and answer already, but nobody can do. */
const unbuilt: Feature = { names: /auction/ }

/** Refuses with the feature's refusal, such as `gift_unavailable`, while it is switched off. */
export function requireOn<Name extends Refused>(settings: Pick<Settings, Name>, name: Name) {
  if (!settings[name]) fail(features[name].refusal)
}

const defaults = settingsSchema.parse({})

/** Returns SQL that is true while a feature is switched on; the same as its setting of `settingsOf`. */
const isOn = (name: FeatureSetting): RawBuilder<boolean> => sql<boolean>`coalesce(
  (select (value ->> ${sql.lit(name)})::boolean from setting order by version desc limit 1),
  ${sql.lit(defaults[name])})`

export const isTradingOn = isOn('trade_enabled')
export const isScreeningOn = isOn('screening_enabled')

/** Returns when trading was switched off, or null while it is on. */
export async function tradingOffSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(changed_at) as since from setting where version > coalesce(
      (select max(version) from setting where coalesce((value ->> 'trade_enabled')::boolean, true)), 0)
  `.execute(db)
  const since = rows[0]?.since
  return since ? new Date(since) : null
}

/** Returns the features that the API's description leaves out. */
export async function missingFeatures(db: Db): Promise<Feature[]> {
  const settings = await settingsOf(db)
  const names = Object.keys(features) as FeatureSetting[]
  const off = names.filter((name) => !settings[name])
  return [unbuilt, ...off.map((setting) => ({ setting, names: features[setting].names }))]
}
