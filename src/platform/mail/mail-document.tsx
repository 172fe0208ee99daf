import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { createContext, type CSSProperties, type ReactNode, use } from 'react'
import { direction } from '#src/i18n/locale.ts'
import { NumberSign } from '#src/ui/number-sign.tsx'

/** Colours of `src/ui/tokens.css`, because mail programs know no CSS variables. */
const LIGHT = {
  paper: '#f1f1ed',
  sheet: '#fbfbf9',
  well: '#e6e6e0',
  ink: '#17171b',
  second: '#4d4d54',
  line: '#d6d6cf',
  strip: '#1d1d22',
  figure: '#f3f2ec',
} as const
const DARK = {
  paper: '#121215',
  sheet: '#1b1b1f',
  well: '#26262b',
  ink: '#eeede8',
  second: '#bcbbb9',
  line: '#303036',
  strip: '#34343b',
} as const

const FONTS =
  "'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic', Meiryo, sans-serif"

/** The address of the app, without a trailing slash, for links. */
export const PublicUrl = createContext('')

/** Breaks Japanese lines between phrases, in programs that can. */
const PHRASES = { wordBreak: 'auto-phrase', lineBreak: 'strict' } as const

/** Colours for programs with a dark scheme. Inline styles win, so each rule is `!important`. */
const CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .pad { padding: 24px 20px !important; } .outer { padding: 16px 0 !important; } }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${DARK.paper} !important; }
  .sheet { background-color: ${DARK.sheet} !important; border-color: ${DARK.line} !important; }
  .well { background-color: ${DARK.well} !important; }
  .ink { color: ${DARK.ink} !important; }
  .second { color: ${DARK.second} !important; }
  .line { border-color: ${DARK.line} !important; }
  .strip { background-color: ${DARK.strip} !important; }
  .fill { background-color: ${DARK.ink} !important; }
  .on-fill { color: ${DARK.paper} !important; }
}`

/** The styles of text and boxes, written into each element: many mail programs drop style sheets. */
export const look = {
  text: { ...PHRASES, margin: '0 0 16px', fontFamily: FONTS, fontSize: 16, color: LIGHT.ink },
  small: { margin: 0, fontFamily: FONTS, fontSize: 14, color: LIGHT.second },
  heading: {
    ...PHRASES,
    textWrap: 'balance',
    margin: '0 0 20px',
    fontFamily: FONTS,
    fontSize: 24,
    lineHeight: 1.3,
    fontWeight: 700,
    color: LIGHT.ink,
  },
  paper: { backgroundColor: LIGHT.paper },
  sheet: { backgroundColor: LIGHT.sheet, border: `1px solid ${LIGHT.line}` },
  well: { backgroundColor: LIGHT.well },
  strip: { backgroundColor: LIGHT.strip, fontFamily: FONTS, color: LIGHT.figure },
  fill: { backgroundColor: LIGHT.ink },
  onFill: { color: LIGHT.paper },
  line: { borderTop: `1px solid ${LIGHT.line}` },
} as const satisfies Record<string, CSSProperties>

/** Returns the line height of running text: Japanese and Arabic need more space. */
export const leadingOf = (locale: string) => (/^(?:ja|zh|ko|ar)/.test(locale) ? 1.8 : 1.5)

/** A table for layout, which Outlook needs instead of boxes. */
export function Box({ width, className, style, children }: BoxProps) {
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      width={width}
      align={width === '600' ? 'center' : undefined}
      className={className}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  )
}
interface BoxProps {
  width?: string
  className?: string
  style?: CSSProperties
  children: ReactNode
}

/**
 * The document of every mail: a sheet of at most 600 pixels with a strip at its start, like the obi
 * of a title. It loads nothing and contains no links but those of the mail.
 */
export function MailDocument({ subject, ...sheet }: { subject: string } & SheetProps) {
  const { i18n } = useLingui()
  const dir = direction(i18n.locale)
  return (
    <html lang={i18n.locale} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: CSS }} />
      </head>
      <body className="paper" style={{ ...look.paper, margin: 0, padding: 0 }}>
        <Box width="100%" className="paper" style={look.paper}>
          <tr>
            <td className="outer" style={{ padding: '32px 12px' }}>
              <Sheet {...sheet} />
            </td>
          </tr>
        </Box>
      </body>
    </html>
  )
}

interface SheetProps {
  heading: string
  /** The number of the copy that the mail is about. */
  number: number | undefined
  /** The path at which the recipient unsubscribes, if that is possible. */
  unsubscribe: string | undefined
  children: ReactNode
}
function Sheet({ heading, number, unsubscribe, children }: SheetProps) {
  const { i18n } = useLingui()
  const lineHeight = leadingOf(i18n.locale)
  return (
    <Box width="600" style={{ width: '100%', maxWidth: 600, margin: '0 auto' }}>
      <tr>
        <Strip number={number} />
        <td className="sheet pad" style={{ ...look.sheet, padding: 36 }}>
          <h1 className="ink" style={look.heading}>
            {heading}
          </h1>
          {children}
          <p
            className="second line"
            style={{ ...look.small, ...look.line, lineHeight, paddingTop: 16, marginTop: 28 }}
          >
            Renban
            {unsubscribe && <Unsubscribe path={unsubscribe} />}
          </p>
        </td>
      </tr>
    </Box>
  )
}

function Unsubscribe({ path }: { path: string }) {
  return (
    <>
      {' · '}
      <a className="second" href={use(PublicUrl) + path} style={{ color: look.small.color }}>
        <Trans>Stop emails like this</Trans>
      </a>
    </>
  )
}

/** The strip of a sheet. The text says its number too, so screen readers and text parts skip it. */
function Strip({ number }: Pick<SheetProps, 'number'>) {
  const width = number === undefined ? 12 : 72
  const fontSize = Math.min(34, Math.floor(90 / String(number).length)) // fits the width in any font
  return (
    <td aria-hidden width={width} align="center" valign="top" className="strip" style={look.strip}>
      {number !== undefined && (
        <p dir="ltr" style={{ margin: '36px 0', width }}>
          <span style={{ display: 'block', fontSize: 13, fontWeight: 600 }}>
            <NumberSign />
          </span>
          <span style={{ fontSize, fontWeight: 700, lineHeight: 1.1 }}>{number}</span>
        </p>
      )}
    </td>
  )
}
