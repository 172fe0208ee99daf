import { I18nProvider } from '@lingui/react'
import type { ReactElement } from 'react'
import { loadTexts, i18nFor } from '#src/i18n/language.ts'
import type { Locale } from '#src/i18n/locale.ts'
import { openFonts } from './fonts.tsx'
import { renderPdf } from './render-pdf.tsx'

/** The languages that papers are printed in: the fonts have their letters. */
const printed = ['en', 'ja'] as const satisfies Locale[]
export type PdfLang = (typeof printed)[number]

/** The paper's language: the one asked for, else the page's, else English. */
export function pdfLang(asked: string | null, page: string): PdfLang {
  return printed.find((lang) => lang === asked) ?? printed.find((lang) => lang === page) ?? 'en'
}

/**
 * Prints a document (its root is `Paper`) as the answer to a request: private, never kept by caches.
 * `name` is the file's without its ending, in any letters (RFC 6266 with RFC 8187); `ascii` is for
 * programs that know neither.
 */
export async function pdfResponse(
  document: ReactElement,
  { lang, name, ascii }: { lang: PdfLang; name: string; ascii: string },
): Promise<Response> {
  await Promise.all([loadTexts(lang), openFonts()])
  const bytes = await renderPdf(<I18nProvider i18n={i18nFor(lang)}>{document}</I18nProvider>)
  const extended = encodeURIComponent(name).replaceAll(/['()*]/g, escaped)
  const file = `filename="${ascii}.pdf"; filename*=UTF-8''${extended}.pdf`
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; ${file}`,
      'content-language': lang,
      'cache-control': 'private, no-store',
    },
  })
}

const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
