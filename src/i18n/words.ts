import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { isLocale, languageOf, loadTexts, textsOf } from './language.ts'
import { refusals } from './refusals.ts'
import { spoken } from './spoken.ts'

await Promise.all([loadTexts('en'), loadTexts('ja')])

/** What the server itself says: refusals on the wire, in the caller's language. */
export const words = {
  refusal: (lang: string, code: ErrorCode, params: ErrorParams): string =>
    textsOf(isLocale(lang) ? lang : 'en')._({ ...refusals[code], values: spoken(params) }),
  language: languageOf,
}
