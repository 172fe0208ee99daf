import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { formText } from '#src/ui/form-text.ts'
import { type Batch, createCoupons } from './coupon.shared.ts'
import { LAST_DAY } from '#src/ui/japan-input.ts'
import { NumbersFields } from './numbers-fields.tsx'

const JST_MS = 9 * 3_600_000 // Japan is UTC+9 all year
const CODES_MAX = 1_000

/** Creates a batch: asks for its name, the gift of each code, and the last day. */
export function BatchDialog(props: {
  gives: 'numbers' | 'points'
  now: string
  onClose: () => void
}) {
  const { gives, now, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const create = useEndpointMutation(createCoupons)
  const [form, setForm] = useState<FormData>()
  const [ids, setIds] = useState<readonly string[]>([])
  const today = dayOf(now)
  const faults = useFaults(gives, ids, today)
  const wrong = form && faults(form)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    setForm(filled)
    const found = Object.keys(faults(filled))
    if (found[0]) event.currentTarget.querySelector<HTMLElement>(`[name=${found[0]}]`)?.focus()
    if (found.length > 0 || create.isPending) return
    const text = (name: string) => formText(filled, name)
    const what =
      gives === 'points'
        ? { points: wholeNumber(text('points')) ?? 0, count: wholeNumber(text('count')) ?? 0 }
        : { asset_token_ids: [...ids], drawn: filled.has('drawn') }
    const expires_at = new Date(`${text('last_day')}T23:59:59.999+09:00`).toISOString()
    const festival = filled.has('festival')
    create.mutate({ name: text('name'), expires_at, festival, ...what }, { onSuccess: finish })
  }

  function finish({ count }: Batch) {
    toast({
      message: <Plural value={count} one="# coupon created." other="# coupons created." />,
    })
    onClose()
    void refetchAll()
  }

  return (
    <Dialog title={t`Create coupons`} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={submit}>
        <TextField
          name="name"
          label={<Trans>Batch name</Trans>}
          hint={t`Printed on the sheet, for example “Opening night”.`}
          error={wrong?.name}
          maxLength={100}
        />
        {gives === 'numbers' ? (
          <NumbersFields error={wrong?.numbers} onChoose={setIds} />
        ) : (
          <div className="grid gap-4.5 sm:grid-cols-2">
            <TextField
              number
              name="points"
              label={<Trans>Points per code (¥)</Trans>}
              error={wrong?.points}
              maxLength={7}
            />
            <TextField
              number
              name="count"
              label={<Trans>Number of codes</Trans>}
              error={wrong?.count}
              maxLength={4}
            />
          </div>
        )}
        <TextField
          type="date"
          name="last_day"
          label={<Trans>Last day (Japan time)</Trans>}
          hint={t`Unused codes expire after this day.`}
          error={wrong?.last_day}
          min={today}
          max={LAST_DAY}
        />
        <Checkbox name="festival">
          <Trans>For a festival: visitors claim with their email first and sign in after</Trans>
        </Checkbox>
        <RefusalMessage error={create.error} />
        <FormActions busy={create.isPending} onCancel={onClose}>
          {gives === 'numbers' && ids.length > 0 ? (
            <Plural value={ids.length} one="Create # coupon" other="Create # coupons" />
          ) : (
            <Trans>Create coupons</Trans>
          )}
        </FormActions>
      </form>
    </Dialog>
  )
}

type Faults = Partial<Record<'name' | 'numbers' | 'points' | 'count' | 'last_day', string>>

/** Returns a function that checks the form and returns an error text per field, in form order. */
function useFaults(gives: 'numbers' | 'points', ids: readonly string[], today: string) {
  const { t } = useLingui()
  return (form: FormData): Faults => {
    const text = (name: string) => formText(form, name)
    const [points, count] = [wholeNumber(text('points')) ?? 0, wholeNumber(text('count')) ?? 0]
    const lastDay = text('last_day')
    return {
      ...(text('name') === '' && { name: t`Enter a name.` }),
      ...(gives === 'numbers' &&
        ids.length === 0 && { numbers: t`Choose numbers that are available.` }),
      ...(gives === 'points' && points < 1 && { points: t`Enter an amount in whole yen.` }),
      ...(gives === 'points' &&
        (count < 1 || count > CODES_MAX) && { count: t`Enter a number from 1 to ${CODES_MAX}.` }),
      ...(!(lastDay >= today) && { last_day: t`Choose today or a later date.` }),
      ...(lastDay.length > LAST_DAY.length && { last_day: t`Enter a four-digit year.` }),
    }
  }
}

const dayOf = (now: string) => new Date(Date.parse(now) + JST_MS).toISOString().slice(0, 10)
