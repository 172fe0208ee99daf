import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isLocale, FALLBACK, languages, locales } from '#src/i18n/locale.ts'
import { Select } from './field.tsx'

/** The field `lang`: each supported language by its own name, the reader's language chosen. */
export function LanguageSelect({ label }: { label: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <Select name="lang" label={label} defaultValue={isLocale(i18n.locale) ? i18n.locale : FALLBACK}>
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languages[locale]}
        </option>
      ))}
    </Select>
  )
}
