import { msg } from '@lingui/core/macro'
import { i18nFor } from '#src/i18n/language.ts'
import { direction, localeOfRequest } from '#src/i18n/locale.ts'
import type { Route } from './+types/manifest-page.ts'

const PAPER = '#f1f1ed' // the light theme; pages name the colour of the dark one themselves

/**
 * Returns the web app manifest (W3C) in the language of the page that names it. Files that other apps
 * share are posted to `share_target`, where the service worker takes them.
 */
export function loader({ request }: Route.LoaderArgs) {
  const locale = localeOfRequest(request)
  const i18n = i18nFor(locale)
  const manifest = {
    id: '/',
    name: i18n._(msg`Renban, numbered copies`),
    short_name: 'Renban',
    description: i18n._(msg`Numbered copies of films, music and pictures.`),
    lang: locale,
    dir: direction(locale),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: PAPER,
    background_color: PAPER,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    share_target: {
      action: '/create/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [{ name: 'files', accept: ['video/*', 'audio/*', 'image/*'] }],
      },
    },
  }
  const headers = {
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'cookie, accept-language',
  }
  return new Response(JSON.stringify(manifest), { headers })
}
