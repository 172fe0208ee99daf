import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { GiftFields, useGiftForm } from '#src/catalog/gift/gift-fields.tsx'
import type { GiftTermsInput } from '#src/catalog/gift/gift.shared.ts'
import type { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import type { ServerClock } from '#src/ui/server-clock.ts'

interface Choice {
  /** The id of the form. */
  id: string
  isGift: boolean
  setGift: (isGift: boolean) => void
  errors: ReturnType<ReturnType<typeof useGiftForm>>['errors']
  /** Returns the terms of the gift; undefined if it is none, `wrong` if a field has to be corrected. */
  read: () => GiftTermsInput | undefined | 'wrong'
}

/** Keeps whether an order is a gift, and reads its fields when the buyer pays. */
export function useGiftChoice(copies: number, maximum: number, clock: ServerClock): Choice {
  const id = useId()
  const [isGift, setGift] = useState(false)
  const [errors, setErrors] = useState<Choice['errors']>({})
  const readForm = useGiftForm(copies, maximum, clock)
  function read() {
    const form = document.getElementById(id)
    if (!isGift || !(form instanceof HTMLFormElement)) return undefined
    const { terms, errors: found } = readForm(new FormData(form))
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (!wrong) return terms
    form.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    return 'wrong'
  }
  return { id, isGift, setGift, errors, read }
}

/** The choice to give what is bought, with the fields of the gift. */
export function GiftChoice(props: {
  gift: Choice
  copies: number
  settings: ReplyOf<typeof getSettings>
  now: string
}) {
  const { gift, copies, settings, now } = props
  const { gift_days, gift_days_max } = settings
  return (
    <form
      id={gift.id}
      noValidate
      className="grid gap-5 border-y border-line py-5"
      onSubmit={(event) => event.preventDefault()}
    >
      <Checkbox
        checked={gift.isGift}
        onChange={(event) => gift.setGift(event.currentTarget.checked)}
      >
        <Trans>This is a gift</Trans>
      </Checkbox>
      {gift.isGift && (
        <>
          <p className="text-small text-ink-2">
            {copies > 1 ? (
              <Trans>
                We prepare the gifts once you have paid. The recipients see no price, and the
                receipt stays with you.
              </Trans>
            ) : (
              <Trans>
                We prepare the gift once you have paid. The recipient sees no price, and the receipt
                stays with you.
              </Trans>
            )}
          </p>
          <GiftFields
            copies={copies}
            days={Math.min(gift_days, gift_days_max)}
            maximum={gift_days_max}
            now={now}
            errors={gift.errors}
          />
        </>
      )}
    </form>
  )
}
