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
