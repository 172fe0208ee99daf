import { z } from 'zod'

/** The languages of the product, as BCP 47 tags. */
export const language = z.enum([
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'ja',
  'ko',
  'pt',
  'zh-Hans',
  'zh-Hant',
])
export type Language = z.infer<typeof language>

/** Returns the name of a language in itself: `日本語` for `ja`. Returns the tag of one without a name. */
export const ownName = (tag: string) =>
  new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
