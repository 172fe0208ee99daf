import { useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { PRICE_ALERT_MAX } from '#src/catalog/follow/follow.shared.ts'
import { useFollowing } from '#src/catalog/follow/following.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'

/** Asks for a price, and whether for one number or any of the title. */
export function PriceAlertDialog(props: { kid: string; number: number; onClose: () => void }) {
  const { kid, number, onClose } = props
  const { t } = useLingui()
  const { start, isPending, error } = useFollowing('price_alert')
  const [of, setOf] = useState<'title' | 'number'>('title')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const price = wholeNumber(typed)
  const isRight = price !== undefined && price >= 1 && price <= PRICE_ALERT_MAX

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (isRight)
      attempt(start({ kid, number: of === 'number' ? number : null, price }).then(onClose))
  }
  return (
    <Dialog title={t`Price alert`} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={submit}>
        <SegmentedControl
          label={t`Price alert`}
          options={[
            { value: 'title', label: t`Any number` },
            { value: 'number', label: t`No. ${number}` },
          ]}
          value={of}
          onChoose={setOf}
        />
        <TextField
          number
          name="price"
          label={t`Price in yen, tax included`}
          hint={
            of === 'title'
              ? t`You are told once, when a copy of this title is offered at this price or less.`
              : t`You are told once, when No. ${number} is offered at this price or less.`
          }
          error={isChecked && !isRight ? t`Enter a price in whole yen.` : undefined}
          value={typed}
          maxLength={12}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <RefusalMessage error={error} />
        <FormActions busy={isPending} onCancel={onClose}>
          {t`Set the alert`}
        </FormActions>
      </form>
    </Dialog>
  )
}
