import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#src/ui/field.tsx'

/** The one field for a coupon's code: as it is printed, or in any other way of typing it. */
export function CodeInput({ error }: { error?: ReactNode }) {
  const { t } = useLingui()
  return (
    <TextField
      required
      name="code"
      label={<Trans>Coupon code</Trans>}
      hint={t`16 letters and digits. Capitals and hyphens do not matter.`}
      error={error}
      maxLength={100}
      autoCapitalize="characters"
      spellCheck={false}
      className="amount uppercase"
    />
  )
}
