import { I18nProvider } from '@lingui/react'
import type { ReactElement } from 'react'
import { loadTexts, i18nFor } from '#src/i18n/language.ts'
import type { Locale } from '#src/i18n/locale.ts'

/** The languages of PDFs, limited by the letters of the fonts. */
const pdfLangs = ['en', 'ja'] as const satisfies Locale[]
export type PdfLang = (typeof pdfLangs)[number]

/** Returns the requested language if PDFs have it, else the page's, else English. */
export function pdfLang(requested: string | null, page: string): PdfLang {
  const find = (wanted: string | null) => pdfLangs.find((lang) => lang === wanted)
  return find(requested) ?? find(page) ?? 'en'
}

/**
 * Renders a document (its root is `PdfDocument`) as the answer to a request, never cached. `name`
 * is the file name without extension, in any letters (RFC 6266 with RFC 8187); `ascii` is the name
 * for programs without support for these. Loads the PDF library lazily: few processes need it.
 */
export async function pdfResponse(
  document: ReactElement,
  { lang, name, ascii }: { lang: PdfLang; name: string; ascii: string },
): Promise<Response> {
  const [{ openFonts }, { renderPdf }] = await Promise.all([
    import('./fonts.tsx'),
    import('./render-pdf.tsx'),
  ])
  await Promise.all([loadTexts(lang), openFonts()])
  const bytes = await renderPdf(<I18nProvider i18n={i18nFor(lang)}>{document}</I18nProvider>)
  const extended = encodeURIComponent(name).replaceAll(/['()*]/g, percentEncode)
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

const percentEncode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
