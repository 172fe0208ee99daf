import type { LoaderFunctionArgs } from 'react-router'
import { publicUrlContext } from '#core/http/ask.ts'
import { mailTemplates } from './mail-templates.tsx'
import { mailWriter } from './platform/mail/render-mail.tsx'

const DARK = '@media (prefers-color-scheme: dark)'

/**
 * Returns the HTML part of a mail with sample facts: `?mail=order&sample=rental&lang=ja&scheme=dark`.
 * Replaces the query for the reader's scheme by the given scheme. Served in development only.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const { samples, name } = mailTemplates.find((mail) => mail.name === query.get('mail'))!
  const facts: object = samples[query.get('sample') ?? '']!
  const of = { lang: query.get('lang') ?? '', publicUrl: context.get(publicUrlContext), facts }
  const { html } = await mailWriter(mailTemplates)(name, of)
  const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
  const media = scheme === 'dark' ? '@media all' : '@media not all'
  return new Response(html.replace(DARK, media).replaceAll('light dark', scheme), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}
