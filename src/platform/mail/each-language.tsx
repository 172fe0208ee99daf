import type { MessageDescriptor } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { i18nFor } from '#src/i18n/language.ts'
import { locales } from '#src/i18n/locale.ts'
import { Part } from './mail-elements.tsx'

/** Says the same in every language, one after the other, to readers whose language is unknown. */
export const EachLanguage = ({ children }: { children: ReactNode }) =>
  locales.map((locale) => (
    <I18nProvider key={locale} i18n={i18nFor(locale)}>
      <Part lang={locale}>{children}</Part>
    </I18nProvider>
  ))

/** Returns a text in every language, for a subject. */
export const inEachLanguage = (words: MessageDescriptor): string =>
  locales.map((locale) => i18nFor(locale)._(words)).join(' / ')
