import type { RouterContextProvider } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'

/** Returns the settings of loans; answers 404 for their pages while they are switched off. */
export async function requireLoansPage(context: Readonly<RouterContextProvider>) {
  const settings = await ask(context, getSettings, {})
  if (!settings.lending_enabled) throw refusedPage('not_found')
  return settings
}
