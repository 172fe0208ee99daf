import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { currencies, type LocalCurrency } from '#src/platform/currency/currency.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { updateCurrentAccount } from './account.shared.ts'

const AUTOMATIC = ''

/** Edits the currency shown beside yen prices; the default follows the reader's country. */
export function CurrencyForm({ local }: { local: LocalCurrency }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const kept = local.chosen_by === 'account' ? local.currency : AUTOMATIC
  const [chosen, setChosen] = useState<string>(kept)
  const { mutate, error, isPending } = useEndpointMutation(updateCurrentAccount)
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })

  function save(event: SubmitEvent) {
    event.preventDefault()
    const currency = currencies.find((one) => one === chosen) ?? null
    mutate(
      { currency },
      {
        onSuccess: () => {
          toast({ message: t`Currency saved.` })
          void revalidate()
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <Select
        name="currency"
        label={<Trans>Currency</Trans>}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value={AUTOMATIC}>{t`Based on my location`}</option>
        {currencies.map((one) => (
          // Browser and server may name a currency differently.
          <option key={one} value={one} suppressHydrationWarning>
            {one} · {names.of(one)}
          </option>
        ))}
      </Select>
      <RefusalMessage error={error} />
      <p>
        <Button type="submit" look="main" busy={isPending} disabled={chosen === kept}>
          <Trans>Save currency</Trans>
        </Button>
      </p>
    </form>
  )
}
