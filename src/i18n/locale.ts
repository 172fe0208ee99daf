import type { Language } from '#core/language.shared.ts'

/** The supported languages, each by its own name. */
export const languages: Record<Language, string> = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  pt: 'Português',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
}
export type Locale = Language
export const locales = Object.keys(languages) as Locale[]
export const FALLBACK: Locale = 'en'

export const isLocale = (tag: string): tag is Locale => Object.hasOwn(languages, tag)

/** Returns the writing direction. Arabic is the only language written from right to left. */
export const direction = (locale: string): 'ltr' | 'rtl' =>
  locale.startsWith('ar') ? 'rtl' : 'ltr'

/**
 * Returns the language of the reader's `lang` cookie, else the one that the address names
 * (`?lang=de`), else the browser's best supported one, else English.
 */
export function localeOfRequest({ headers, url }: Pick<Request, 'headers' | 'url'>): Locale {
  const wanted = [chosenTag(headers), new URL(url).searchParams.get('lang')]
  return preferredLocale(wanted, headers.get('accept-language') ?? '')
}

/** Returns the value of the `lang` cookie, if there is one. */
export const chosenTag = (headers: Headers): string | undefined =>
  /(?:^|; ?)lang=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1]

/**
 * Returns the first supported one of the languages `wanted`, else the one that `Accept-Language`
 * (RFC 9110, 12.5.4) weighs highest, else English.
 */
function preferredLocale(
  wanted: readonly (string | null | undefined)[],
  acceptLanguage: string,
): Locale {
  const accepted = acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...params] = range.trim().split(';')
      const q = params.find((param) => param.trim().startsWith('q='))
      return { tag, weight: q ? Number(q.trim().slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const tags = [...wanted, ...accepted.map(({ tag }) => tag)]
  return tags.map((tag) => localeOf(tag ?? '')).find((locale) => locale !== undefined) ?? FALLBACK
}

/**
 * Maps a language tag to a supported language: `ja-JP` to `ja`. Chinese of Taiwan, Hong Kong and
 * Macau is `zh-Hant`.
 */
function localeOf(tag: string): Locale | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  const isHant = rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))
  const locale = language === 'zh' ? `zh-${isHant ? 'Hant' : 'Hans'}` : language
  return isLocale(locale) ? locale : undefined
}
