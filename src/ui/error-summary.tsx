import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

/** A line of an `ErrorSummary`: the id of its field, and its label where the message needs it. */
export interface SummedError {
  field: string
  label?: ReactNode
  message: ReactNode
}

/**
 * A list of errors at the head of a refused form; each line links to its field. Takes the focus each
 * time that the form is `sent`, and not while its reader types.
 */
export function ErrorSummary(props: { errors: readonly SummedError[]; sent: number }) {
  const { errors, sent } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sent > 0) ref.current?.focus()
  }, [sent])
  if (errors.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="border-s-4 border-bad bg-bad-wash p-4">
      <h2 className="font-semibold">
        <Trans>Check these fields</Trans>
      </h2>
      <ul className="grid">
        {errors.map(({ field, label, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              className="inline-block py-2.5 underline"
              onClick={(event) => {
                event.preventDefault() // a new address would count as leaving the page
                document.getElementById(field)?.focus()
              }}
            >
              {label ? (
                <Trans>
                  {label}: {message}
                </Trans>
              ) : (
                message
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
