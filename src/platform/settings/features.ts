import type { Db } from '#core/database/db.ts'
import type { Feature } from '#core/http/openapi.ts'
import { settingsOf } from './settings.ts'
import type { Settings } from './settings.shared.ts'

/** The features that an administrator can switch off. */
const switched = [
  { setting: 'trade_enabled', names: /trad(e|ing|able)|top_up|wish|proposal/ },
  { setting: 'trade_top_up_enabled', names: /top_up/ },
  { setting: 'gift_enabled', names: /gift/ },
  { setting: 'screening_enabled', names: /screening/ },
  { setting: 'lending_enabled', names: /loan|lending|lent_copy|lentcopy/i },
  { setting: 'offline_playback_enabled', names: /offline/ },
] as const satisfies (Feature & { setting: keyof Settings })[]

/** What calls take and answer already, but nobody can do. */
const unbuilt: Feature = { names: /auction/ }

/** Returns the features that the API's description leaves out. */
export async function missingFeatures(db: Db): Promise<Feature[]> {
  const settings = await settingsOf(db)
  return [unbuilt, ...switched.filter(({ setting }) => !settings[setting])]
}
