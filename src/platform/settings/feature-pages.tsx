import type { RouterContextProvider } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { getSettings } from './settings.shared.ts'

type FeatureSetting = 'trade_enabled' | 'gift_enabled' | 'lending_enabled' | 'screening_enabled'

/** Returns the settings; answers 404 for the pages of a feature while it is switched off. */
export async function requirePageOn(
  context: Readonly<RouterContextProvider>,
  setting: FeatureSetting,
) {
  const settings = await ask(context, getSettings, {})
  if (!settings[setting]) throw refusedPage('not_found')
  return settings
}
