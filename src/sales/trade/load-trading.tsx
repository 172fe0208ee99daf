import type { RouterContextProvider } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'

/** Answers 404 for pages of trades while trading is switched off. */
export async function requireTradingPage(context: Readonly<RouterContextProvider>) {
  const settings = await ask(context, getSettings, {})
  if (!settings.trade_enabled) throw refusedPage('not_found')
  return settings
}
