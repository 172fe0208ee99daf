import type { ReactNode } from 'react'

/** Shows fields while they apply. Keeps what was typed in them otherwise, but does not send it. */
export const FieldsWhile = ({ shown, children }: { shown: boolean; children: ReactNode }) => (
  <fieldset disabled={!shown} hidden={!shown}>
    {children}
  </fieldset>
)
