import type { MessageDescriptor } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { i18nFor } from '#src/i18n/language.ts'
import type { Locale } from '#src/i18n/locale.ts'
import { Part } from './mail-elements.tsx'

/** The languages of operators, whose choice is unknown. */
const locales: Locale[] = ['en', 'ja']

/** Says the same in each language of operators, one after the other. */
export const EachLanguage = ({ children }: { children: ReactNode }) =>
  locales.map((locale) => (
    <I18nProvider key={locale} i18n={i18nFor(locale)}>
      <Part lang={locale}>{children}</Part>
    </I18nProvider>
  ))

/** Returns a text in each language of operators, for a subject. */
export const inEachLanguage = (words: MessageDescriptor): string =>
  locales.map((locale) => i18nFor(locale)._(words)).join(' / ')
