import { Trans } from '@lingui/react/macro'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { i18nFor } from '#src/i18n/language.ts'
import { direction, localeOfRequest } from '#src/i18n/locale.ts'
import type { Route } from './+types/offline-page.ts'

const POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * Returns the page that the service worker shows without a network. It holds nothing of its reader but
 * the language, and needs no other file than its own.
 */
export function loader({ request }: Route.LoaderArgs) {
  const locale = localeOfRequest(request)
  const page = renderToStaticMarkup(
    <I18nProvider i18n={i18nFor(locale)}>
      <html lang={locale} dir={direction(locale)}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>Renban</title>
          <link rel="stylesheet" href="/offline.css" />
          <script src="/offline.js" defer />
        </head>
        <body>
          <main>
            <h1>
              <Trans>You are offline</Trans>
            </h1>
            <p>
              <Trans>
                This page needs a network. It opens automatically once you are connected.
              </Trans>
            </p>
            <button type="button">
              <Trans>Try again</Trans>
            </button>
          </main>
        </body>
      </html>
    </I18nProvider>,
  )
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
    vary: 'cookie, accept-language',
  }
  return new Response(`<!doctype html>${page}`, { headers })
}
