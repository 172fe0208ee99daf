import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { type ReactNode, use } from 'react'
import { Box, leadingOf, look, PublicUrl } from './mail-document.tsx'

/** A paragraph of a mail. Line breaks in it are kept. */
export function Paragraph({ children }: { children: ReactNode }) {
  const style = useTextStyle()
  return (
    <p className="ink" style={style}>
      {children}
    </p>
  )
}

/** Sets what a person wrote apart from the words of the platform; in the text part by `>`. */
export function Quote({ children }: { children: string }) {
  const style = { ...useTextStyle(), margin: '0 24px 16px' }
  return (
    <blockquote className="ink" style={style}>
      {children}
    </blockquote>
  )
}

function useTextStyle() {
  const { i18n } = useLingui()
  const whiteSpace = 'pre-line' as const
  return { ...look.text, lineHeight: leadingOf(i18n.locale), whiteSpace }
}

/** A link to a page of the app, on its own line. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Paragraph>
      <a className="ink" href={use(PublicUrl) + to} style={{ color: look.text.color }}>
        {children}
      </a>
    </Paragraph>
  )
}

/** Links to the ways to reach the platform. */
export const ContactLink = () => (
  <PageLink to="/contact">
    <Trans>Contact</Trans>
  </PageLink>
)

/** The links of a mail that warns of a change: to end other sessions, and to reach us. */
export const SecurityLinks = () => (
  <>
    <PageLink to="/account/security">
      <Trans>Account settings</Trans>
    </PageLink>
    <PageLink to="/contact">
      <Trans>Contact</Trans>
    </PageLink>
  </>
)

/** The main link of a mail, drawn as a button. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  const link = {
    ...look.text,
    ...look.onFill,
    display: 'inline-block',
    margin: 0,
    padding: '13px 24px',
    fontWeight: 600,
    textDecoration: 'none',
  }
  return (
    <Box style={{ margin: '24px 0' }}>
      <tr>
        <td className="fill" style={{ ...look.fill, borderRadius: 2 }}>
          <a className="on-fill" href={use(PublicUrl) + to} style={link}>
            {children}
          </a>
        </td>
      </tr>
    </Box>
  )
}

/** A code to copy, large and on its own line. */
export function MailedCode({ children }: { children: string }) {
  const code = {
    ...look.text,
    margin: 0,
    padding: '10px 24px',
    fontSize: 36,
    lineHeight: 1.2,
    fontWeight: 700,
    letterSpacing: 4,
  }
  return (
    <Box style={{ margin: '0 0 24px' }}>
      <tr>
        <td className="well" style={look.well}>
          <p className="ink" dir="ltr" style={code}>
            {children}
          </p>
        </td>
      </tr>
    </Box>
  )
}

/** A part of a mail that follows a line. */
export function Part({ lang, children }: { lang?: string; children: ReactNode }) {
  return (
    <div className="line" lang={lang} style={{ ...look.line, margin: '0 0 8px', paddingTop: 20 }}>
      {children}
    </div>
  )
}
