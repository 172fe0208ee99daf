import { msg } from '@lingui/core/macro'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { isPseudonym } from '#core/pseudonym.shared.ts'
import { loadTexts, i18nFor } from './language.ts'
import { isLocale, localeOfRequest, locales } from './locale.ts'
import { refusals } from './refusals.ts'
import { formatParams } from './format-params.ts'

await Promise.all(locales.map(loadTexts))

const deleted = msg`Deleted account`

/** The words of refusals in API answers and of names in files, and the language of a request. */
export const texts = {
  refusal: (lang: string, code: ErrorCode, params: ErrorParams): string =>
    i18nFor(isLocale(lang) ? lang : 'en')._({ ...refusals[code], values: formatParams(params) }),
  personName: (lang: string, username: string): string =>
    isPseudonym(username) ? i18nFor(isLocale(lang) ? lang : 'en')._(deleted) : username,
  language: localeOfRequest,
}
