import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { LayoutProps, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { DESCRIPTION_PATH } from './developers.shared.ts'
import './api-reference.css'

/** Shows the API's description in Swagger UI, which is loaded on this page only. */
export function ApiReference() {
  const { t, i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useDarkMode()
  useEffect(() => {
    const domNode = place.current!
    let isLeft = false
    async function load() {
      const [{ default: show }, response] = await Promise.all([
        import('swagger-ui-dist/swagger-ui-es-bundle.js'),
        fetch(DESCRIPTION_PATH),
      ])
      if (!response.ok) throw new Error(`${DESCRIPTION_PATH}: ${response.status}`)
      const spec: unknown = await response.json()
      if (isLeft) return
      // Given a URL instead, Swagger UI would say that there are no operations until it has arrived.
      show({ ...options, spec, domNode })
      setState('shown')
    }
    load().catch(() => setState('failed'))
    return () => {
      isLeft = true
    }
  }, [])
  return (
    <section aria-label={t`Calls`} className="wrap pb-10">
      <h2 className="text-h1">
        <Trans>Calls</Trans>
      </h2>
      {i18n.locale !== 'en' && (
        <p className="mt-3 text-small text-ink-2">
          <Trans>The reference is in English.</Trans>
        </p>
      )}
      {state === 'loading' && (
        <p className="mt-4 text-ink-2">
          <Trans>Loading the reference…</Trans>
        </p>
      )}
      {state === 'failed' && (
        <p className="mt-4 text-ink-2">
          <Trans>The reference could not be loaded. Reload the page to try again.</Trans>
        </p>
      )}
      <div ref={place} lang="en" dir="ltr" className="api-reference mt-4" />
    </section>
  )
}

/** The calls alone: the page around them says the rest, and has the only main landmark. */
const callsOnly = ({ React }: System) => ({
  components: {
    Calls({ getComponent }: LayoutProps) {
      const calls = React.createElement(getComponent('operations', true), null)
      return React.createElement('div', { className: 'swagger-ui' }, calls)
    },
  },
})

const options = {
  supportedSubmitMethods: [], // trying a call out would move real money
  docExpansion: 'none',
  defaultModelExpandDepth: 2,
  validatorUrl: null,
  plugins: [callsOnly],
  layout: 'Calls',
} as const

/** Sets the class by which Swagger UI knows the dark theme. */
function useDarkMode() {
  useEffect(() => {
    const prefers = matchMedia('(prefers-color-scheme: dark)')
    const root = document.documentElement.classList
    const follow = () => void root.toggle('dark-mode', prefers.matches)
    follow()
    prefers.addEventListener('change', follow)
    return () => {
      prefers.removeEventListener('change', follow)
      root.remove('dark-mode')
    }
  }, [])
}
