import type { I18n, MessageDescriptor } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactElement } from 'react'
import { loadTexts, i18nFor, isLocale, localeOf, textsWithCounts } from '#src/i18n/language.ts'
import { direction, type Locale } from '#src/i18n/locale.ts'
import { VOWEL_MARKS } from './printable.shared.ts'

/** Returns the requested language if the product has it, else the page's. */
export const pdfLang = (requested: string | null, page: Locale): Locale =>
  requested !== null && isLocale(requested) ? requested : page

interface Options {
  lang: Locale
  /** The document's name, with which the file name begins. */
  title: MessageDescriptor
  /** The document's number or month, with which the file name ends. */
  reference: string
  /** The file name without extension, for programs that know only ASCII. */
  ascii: string
  /** Texts written by users, whose letters decide which fonts are opened. */
  texts: readonly string[]
}

/**
 * Renders a document (its root is `PdfDocument`) as the answer to a request, never cached. The file
 * name may have any letters (RFC 6266 with RFC 8187). Loads the PDF library lazily: few processes
 * need it.
 */
export async function pdfResponse(document: ReactElement, options: Options): Promise<Response> {
  const { lang, title, reference, ascii, texts } = options
  const [{ FontsContext, openFonts }, { renderPdf }] = await Promise.all([
    import('./fonts.tsx'),
    import('./render-pdf.tsx'),
  ])
  const [fonts] = await Promise.all([openFonts(lang, texts), loadTexts(lang)])
  const i18n = printedTexts(i18nFor(lang))
  const bytes = await renderPdf(
    <I18nProvider i18n={i18n}>
      <FontsContext value={fonts}>{document}</FontsContext>
    </I18nProvider>,
  )
  const name = `${i18n._(title)} ${reference}`
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

/** Returns the texts of a language as PDFs print them: without Arabic vowel marks. */
function printedTexts(i18n: I18n): I18n {
  const locale = localeOf(i18n)
  if (direction(locale) === 'ltr') return i18n
  const plain = JSON.stringify(i18n.messages).replaceAll(VOWEL_MARKS, '')
  return textsWithCounts(locale, JSON.parse(plain))
}

const percentEncode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
