import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { isLocale, localeFromHeaders, loadTexts, i18nFor } from './language.ts'
import { refusals } from './refusals.ts'
import { formatParams } from './format-params.ts'

await Promise.all([loadTexts('en'), loadTexts('ja')])

/** The words of refusals in API answers, and the language of a request. */
export const texts = {
  refusal: (lang: string, code: ErrorCode, params: ErrorParams): string =>
    i18nFor(isLocale(lang) ? lang : 'en')._({ ...refusals[code], values: formatParams(params) }),
  language: localeFromHeaders,
}
