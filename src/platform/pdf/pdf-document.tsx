import { Trans, useLingui } from '@lingui/react/macro'
import { Document, Page, Path, StyleSheet, Svg, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import { LOGO_PATH } from '#src/ui/logo-path.ts'
import { PdfRow, PdfText } from './direction.tsx'
import { usePdfFonts } from './fonts.tsx'

/** Colours of the light theme (src/ui/tokens.css), as a PDF has no CSS variables. */
export const INK = { ink: '#17171b', second: '#4d4d54', line: '#d6d6cf', sheet: '#f1f1ed' } as const

const style = StyleSheet.create({
  page: {
    paddingTop: 44,
    paddingBottom: 64,
    paddingHorizontal: 52,
    fontSize: 9.5,
    lineHeight: 1.5,
    color: INK.ink,
  },
  head: { justifyContent: 'space-between', marginBottom: 18 },
  heading: { marginBottom: 28 },
  mark: { alignItems: 'center', gap: 8 },
  // Fits its words: the library would align them to the right edge of the row.
  tight: { textAlign: 'left' },
  app: { fontSize: 12, fontWeight: 700 },
  title: { fontSize: 24, lineHeight: 1.25, fontWeight: 700 },
  under: { fontSize: 10, color: INK.second, marginTop: 3 },
  fact: { gap: 14, width: 205 },
  notes: { marginTop: 26, gap: 5, fontSize: 8, color: INK.second },
  foot: {
    position: 'absolute',
    top: 793, // not from the bottom: with two pages, the library puts that far below the page
    left: 52,
    right: 52,
    paddingTop: 8,
    borderTopWidth: 0.5,
    borderTopColor: INK.line,
    color: INK.second,
    fontSize: 8,
    justifyContent: 'space-between',
  },
})

interface Props {
  title: string
  /** A smaller line under the title. */
  under?: ReactNode
  /** The document's number and dates, at the end edge of the head. */
  facts: readonly Fact[]
  /** The document's number in the foot of each page. */
  reference: string
  /** ISO time of the purchase or month, used as the file's date: equal facts give equal bytes. */
  at: string
  /** The issuer, written as the file's author. */
  author: string
  notes?: readonly ReactNode[]
  children: ReactNode
}
export type Fact = readonly [name: string, value: string]

/** The root of every PDF: A4, logo, title, facts and notes; page numbers from two pages on. */
export function PdfDocument(props: Props) {
  const { title, under, facts, reference, at, author, notes = [], children } = props
  const { t, i18n } = useLingui()
  const date = new Date(at)
  const { families, isComplete } = usePdfFonts()
  return (
    <Document
      title={`${title} ${reference}`}
      author={author}
      language={i18n.locale}
      creator="Renban"
      producer="Renban"
      creationDate={date}
      modificationDate={date}
    >
      <Page size="A4" style={[style.page, { fontFamily: families }]}>
        <PdfRow style={style.head}>
          <Mark />
          <View>
            {facts.map(([name, value]) => (
              <PdfRow key={name} style={style.fact}>
                <PdfText style={{ flex: 1, color: INK.second }}>{name}</PdfText>
                <PdfText style={style.tight}>{value}</PdfText>
              </PdfRow>
            ))}
          </View>
        </PdfRow>
        <View style={style.heading}>
          <PdfText style={style.title}>{title}</PdfText>
          {under && <PdfText style={style.under}>{under}</PdfText>}
        </View>
        {children}
        <View style={style.notes} wrap={false}>
          {notes.map((note, i) => (
            <PdfText key={i}>{note}</PdfText>
          ))}
          {!isComplete && (
            <PdfText>
              <Trans>〓 replaces a character that this document cannot print.</Trans>
            </PdfText>
          )}
        </View>
        <PdfRow style={style.foot} fixed>
          <PdfText style={style.tight}>{reference}</PdfText>
          <PdfText
            style={style.tight}
            render={({ pageNumber, totalPages }) =>
              totalPages > 1 ? t`Page ${pageNumber} of ${totalPages}` : ''
            }
          />
        </PdfRow>
      </Page>
    </Document>
  )
}

/** A text written by a user (a name, a title), with 〓 for letters missing from the fonts. */
export function UserText({ children }: { children: string }) {
  return <>{usePdfFonts().printable(children)}</>
}

const Mark = () => (
  <PdfRow style={style.mark}>
    <Svg width="16" height="27.6" viewBox="0 0 22 38">
      <Path d="M1 0H21Q22 0 22 1V37Q22 38 21 38H1Q0 38 0 37V1Q0 0 1 0Z" fill={INK.ink} />
      <Path d={LOGO_PATH} fill={INK.sheet} />
    </Svg>
    <PdfText style={[style.app, style.tight]}>Renban</PdfText>
  </PdfRow>
)
