import { useSearchParams } from 'react-router'
import { errors } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import { ErrorScreen } from './error-screen.tsx'

/**
 * Shows a failure to people whom another site (the card provider) sends back: `?code=` is a code of
 * the catalogue.
 */
export default function ErrorPage() {
  const [search] = useSearchParams()
  const given = search.get('code') ?? ''
  const code: ErrorCode = Object.hasOwn(errors, given) ? (given as ErrorCode) : 'unavailable'
  return <ErrorScreen status={errors[code].status} code={code} params={{}} isFinal />
}
