import { useSearchParams } from 'react-router'
import { type ErrorCode, errors } from '#core/errors.ts'
import { ErrorScreen } from './error-screen.tsx'

/** Where others send people back to when something failed: `?code=` is one of our own. */
export default function ErrorPage() {
  const [search] = useSearchParams()
  const asked = search.get('code') ?? ''
  const code: ErrorCode = Object.hasOwn(errors, asked) ? (asked as ErrorCode) : 'unavailable'
  return <ErrorScreen status={errors[code].status} code={code} params={{}} isFinal />
}
