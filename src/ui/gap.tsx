import { useLingui } from '@lingui/react'

/** The space between two sentences of a paragraph. Japanese and Chinese sentences have none. */
export function Gap() {
  const { i18n } = useLingui()
  return /^(?:ja|zh)/.test(i18n.locale) ? null : ' '
}
