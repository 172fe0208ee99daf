import { z } from 'zod'

/**
 * The languages of the product, as BCP 47 tags. Those without texts yet (`src/i18n/locale.ts`) are
 * accepted, and answered in English.
 */
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
