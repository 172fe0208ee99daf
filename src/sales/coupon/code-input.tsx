import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#src/ui/field.tsx'

/** Renders the field for a coupon code. The server accepts any case, dashes and spaces. */
export function CodeInput({ error }: { error?: ReactNode }) {
  const { t } = useLingui()
  return (
    <TextField
      required
      name="code"
      label={<Trans>Coupon code</Trans>}
      hint={t`16 letters and digits, in upper or lower case, with or without hyphens.`}
      error={error}
      maxLength={100}
      autoCapitalize="characters"
      spellCheck={false}
      className="amount uppercase"
    />
  )
}
