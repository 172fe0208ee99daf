import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { isLocale, localeFromHeaders, loadTexts, i18nFor } from './language.ts'
import { refusals } from './refusals.ts'
import { formatParams } from './format-params.ts'

await Promise.all([loadTexts('en'), loadTexts('ja')])

/** Texts that the server writes itself: refusals in API answers, in the caller's language. */
export const serverTexts = {
  refusal: (lang: string, code: ErrorCode, params: ErrorParams): string =>
    i18nFor(isLocale(lang) ? lang : 'en')._({ ...refusals[code], values: formatParams(params) }),
  language: localeFromHeaders,
}
