import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** A button that corrects a value, if the correction is known. */
export interface FieldFix {
  label: string
  onFix: () => void
}

/** The error under a field, announced to screen readers at once. */
export function FieldError(props: { id?: string; error: ReactNode; fix?: FieldFix | undefined }) {
  const { id, error, fix } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p id={id} role="alert" className="flex min-w-44 flex-1 gap-2 text-small text-bad">
        <Icon name="warning" size={18} className="mt-0.5" />
        <span>{error}</span>
      </p>
      {fix && (
        <Button small onClick={fix.onFix}>
          {fix.label}
        </Button>
      )}
    </div>
  )
}
