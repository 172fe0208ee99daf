import { Trans, useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, useLocation } from 'react-router'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RefusalWords } from '#src/ui/refusal-message.tsx'
import { isEmbedded } from './public-address.shared.ts'

export interface ErrorScreenProps {
  status: number
  code: ErrorCode
  params: ErrorParams
  /** Reloading cannot help, so no "Try again" is offered. */
  isFinal?: boolean
}

const UNAVAILABLE: ErrorScreenProps = { status: 503, code: 'unavailable', params: {} }

/**
 * Reads a refusal thrown by a loader. An answer of a proxy, or none, is shown as `unavailable` or `timeout`; any
 * other error as `bug`.
 */
export function errorScreenProps(error: unknown): ErrorScreenProps {
  if (isRouteErrorResponse(error)) {
    const { code, params } = (error.data ?? {}) as { code?: ErrorCode; params?: ErrorParams }
    if (code) return { status: error.status, code, params: params ?? {} }
    if (error.status === 504) return { status: 504, code: 'timeout', params: {} }
    if (error.status === 502 || error.status === 503) return UNAVAILABLE
  }
  // Matches what browsers throw without a connection, each with a message of its own.
  if (error instanceof TypeError && /fetch|load failed|network/i.test(error.message))
    return UNAVAILABLE
  return { status: 500, code: 'bug', params: { reference: '500' } }
}

/** Replaces a page that cannot be shown: the reason, the code to give to support, and a way on. */
export function ErrorScreen({ status, code, params, isFinal = false }: ErrorScreenProps) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const isServerError = status >= 500
  const title = useHeading({ status, code })
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`${title} · Renban`}</title>
      <EmptyState
        whole
        title={title}
        tone={isServerError ? 'failed' : 'empty'}
        actions={
          !isEmbedded(pathname) && (
            <>
              {status === 401 && (
                <LinkButton look="main" to={`/login?next=${encodeURIComponent(here)}`}>
                  <Trans>Sign in</Trans>
                </LinkButton>
              )}
              {isServerError && !isFinal && (
                <LinkButton look="main" to={here} reloadDocument>
                  <Trans>Try again</Trans>
                </LinkButton>
              )}
              {code === 'maintenance' && (
                <LinkButton to="/support">
                  <Trans>Maintenance and support</Trans>
                </LinkButton>
              )}
              <LinkButton
                to="/"
                look={status === 401 || (isServerError && !isFinal) ? 'other' : 'main'}
              >
                <Trans>Back to the marketplace</Trans>
              </LinkButton>
            </>
          )
        }
      >
        <p>
          <RefusalWords code={code} values={params} />
        </p>
        {code === 'maintenance' && params.note && <p className="mt-2">{params.note}</p>}
        {status === 401 && (
          <p>
            <Trans>After signing in, you return to this page.</Trans>
          </p>
        )}
        <p className="mt-3 text-hint text-ink-3">
          <Trans>
            Code {status}, {code}
          </Trans>
        </p>
      </EmptyState>
    </div>
  )
}

function useHeading({ status, code }: Pick<ErrorScreenProps, 'status' | 'code'>): string {
  const { t } = useLingui()
  if (status === 401) return t`You are not signed in`
  if (status === 403) return t`You do not have access to this page`
  if (status === 404) return t`Page not found`
  if (code === 'maintenance' || code === 'unavailable') return t`We will be back soon`
  if (status === 503) return t`Something went wrong`
  return t`This page could not be opened`
}
