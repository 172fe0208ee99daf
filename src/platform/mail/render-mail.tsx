import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { compile, type HtmlToTextOptions } from 'html-to-text'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { i18nFor, isLocale } from '#src/i18n/language.ts'
import { MailDocument, PublicUrl } from './mail-document.tsx'
import type { MailTemplate } from './mail-template.tsx'

/** The input of `renderMail`: language, address of the site and facts. */
interface MailInput {
  lang: string
  publicUrl: string
  facts: object
  /** The path at which the recipient unsubscribes from such mails, if that is possible. */
  unsubscribe?: string | undefined
}

/** Returns a function that writes mails by the name of their template. */
export function mailWriter(templates: readonly MailTemplate[]) {
  const byName = new Map(templates.map((template) => [template.name, template]))
  return async (name: string, input: MailInput) => {
    const template = byName.get(name)
    if (!template) throw new Error(`no mail is called ${name}`)
    return renderMail(template, input)
  }
}

/**
 * Renders a mail to HTML and to text with the same words. React escapes the facts. The subject is
 * one line, whatever the facts contain.
 */
function renderMail(
  { subject, heading, number, path, Body }: MailTemplate,
  { lang, publicUrl, facts, unsubscribe }: MailInput,
) {
  const i18n = i18nFor(isLocale(lang) ? lang : 'en')
  const title = say(i18n, subject(facts as never, i18n)).replaceAll(/[\p{Cc}\u00a0]+/gu, ' ')
  const Facts = Body as ComponentType<object>
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <PublicUrl value={publicUrl}>
        <MailDocument
          number={number?.(facts as never)}
          subject={title}
          heading={heading ? say(i18n, heading(facts as never)) : title}
          unsubscribe={unsubscribe}
        >
          <Facts {...facts} />
        </MailDocument>
      </PublicUrl>
    </I18nProvider>,
  )
  const text = `${textOf(markup).replaceAll('\u00a0', ' ')}\n`
  const html = `<!doctype html>${markup.replaceAll(/No\. (?=\d)/g, 'No.\u00a0')}` // on one line
  return { lang: i18n.locale, subject: title, html, text, path: path?.(facts as never) }
}

const say = (i18n: I18n, words: ReturnType<MailTemplate['subject']>) =>
  typeof words === 'string' ? words : i18n._(words)

/** Text without decoration. A link is a line with its words and a line with its address. */
const options: HtmlToTextOptions = {
  wordwrap: false,
  preserveNewlines: true, // a reason may have several lines
  selectors: [
    { selector: '[aria-hidden]', format: 'skip' },
    { selector: 'h1', format: 'paragraph' },
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'a', format: 'linkOnOwnLine' },
  ],
  formatters: {
    linkOnOwnLine(element, walk, builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      walk(element.children, builder)
      builder.addLineBreak()
      builder.addInline(element.attribs.href, { noWordTransform: true })
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
}
const textOf = compile(options)
