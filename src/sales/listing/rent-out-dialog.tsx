import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { useEndpointQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import {
  type RentalClock,
  START_WITHIN_DAYS,
} from '#src/catalog/rental-period/rental-period.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Copy, CopyNumbers } from './copies.tsx'
import { DaysField, useDays } from './days-field.tsx'
import type { ListingOutcomes } from './listing.shared.ts'
import { getRentalTerms, type RentalTerms } from './rental-terms.shared.ts'
import { PriceField, usePrice } from './price-field.tsx'
import { useListedToast } from './listed-toast.tsx'
import { PriceShares } from './price-shares.tsx'
import { RefusedCopiesDialog } from './refused-copies.tsx'
import { useRentOut } from './use-rent-out.tsx'
import { ChunkProgress, TermsOfAll } from './chunked-calls.tsx'

interface Props {
  asset: Asset
  copies: readonly Copy[]
  /** True if the copies are listed for rent already and get new terms. */
  reprice?: boolean
  onClose: () => void
  /** Called once the copies have changed: a selection of them no longer applies. */
  onChanged?: (() => void) | undefined
}

/** Lists one or many copies for rent, all on the same terms. */
export function RentOutDialog(props: Props) {
  const { asset, copies, onClose } = props
  const { t } = useLingui()
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const title = useEndpointQuery(getRentalTerms, { id: asset.kid })
  const isCreator = useReader()?.account_id === asset.creator_account_id
  const { rent_price: price, days, clock } = daysOf(title?.terms)
  if (outcomes)
    return (
      <RefusedCopiesDialog
        title={t`Some copies were not offered for rent`}
        values={{
          minimum: asset.min_sellable_price,
          price,
          days,
          clock,
          count: title?.secondary_listings,
        }}
        outcomes={outcomes}
        copies={copies}
        onClose={onClose}
      />
    )
  if (!isCreator && (title?.terms || title?.is_running))
    return (
      <Dialog title={t`The creator is renting out this title`} onClose={onClose}>
        <p>
          <Trans>
            You can rent out your copy once the creator stops and the last of those rentals ends.
          </Trans>
        </p>
      </Dialog>
    )
  return <RentForm {...props} title={title} isCreator={isCreator} onRefused={setOutcomes} />
}

interface FormProps extends Props {
  title: RentalTerms | undefined
  isCreator: boolean
  onRefused: (outcomes: ListingOutcomes) => void
}

function RentForm(props: FormProps) {
  const { t } = useLingui()
  const { asset, copies, reprice = false, title, isCreator, onClose, onChanged, onRefused } = props
  const showOutcome = useListedToast('rental', copies)
  const before = daysOf(title?.terms ?? (reprice ? offerOf(copies) : null))
  const typing = { price: usePrice(asset, before.rent_price), days: useDays(before.days) }
  const [chosenClock, setClock] = useState<RentalClock>()
  const clock = chosenClock ?? before.clock
  const [isEnding, setEnding] = useState(false)
  const rentOut = useRentOut(asset.kid, copies)
  const [price, days] = [typing.price.price, typing.days.days]
  const isOther = before.days !== days || before.clock !== clock
  const differs = before.rent_price !== price || isOther
  const changesAll = isCreator && Boolean(title?.terms) && differs && price !== undefined
  const isStuck = changesAll && title?.is_running === true
  const holders = isCreator ? (title?.secondary_listings ?? 0) : 0
  const words = useWords(copies, changesAll, reprice)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    typing.price.setTouched(true)
    typing.days.setTouched(true)
    if (price === undefined || days === undefined || isStuck || rentOut.isPending) return
    const outcomes = await rentOut.run({
      rent_price: price,
      rental_period_seconds: days * DAY_SECONDS,
      rental_clock: clock,
      changesAll,
      reprice,
      ...(isEnding && { end_secondary: true }),
    })
    if (outcomes) onChanged?.()
    if (outcomes && showOutcome(outcomes)) onClose()
    else if (outcomes) onRefused(outcomes)
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={(event) => void submit(event)}>
        {(isCreator || copies.length > 1) && (
          <p className="text-small text-ink-2">
            {copies.length > 1 && <CopyNumbers copies={copies} />}
            <Gap />
            {isCreator && (
              <Trans>The same terms apply to every copy of this title you rent out.</Trans>
            )}
          </p>
        )}
        <TermsOfAll done={rentOut.done}>
          <PriceField name="rent_price" label={words.label} asset={asset} typing={typing.price} />
          <DaysField
            typing={typing.days}
            hint={clock === 'first_play' ? t`Counted from the first play.` : undefined}
          />
          <ClockField clock={clock} onChange={setClock} />
          <PriceShares
            of={{ kid: asset.kid, asset_token_id: copies[0]!.asset_token_id, kind: 'rental' }}
            price={price}
          />
          {changesAll && <OtherTerms isStuck={isStuck} />}
          {holders > 0 && (
            <Checkbox
              checked={isEnding}
              onChange={(event) => setEnding(event.currentTarget.checked)}
            >
              <Plural
                value={holders}
                one="End the rental offer of # copy by its owner"
                other="End the rental offers of # copies by their owners"
              />
              <span className="block text-small text-ink-2">
                <Trans>
                  Owners cannot rent out their copies while you rent out yours. Current rentals
                  continue until they end.
                </Trans>
              </span>
            </Checkbox>
          )}
        </TermsOfAll>
        {(rentOut.isPending || rentOut.done > 0) && rentOut.total > 1 && (
          <ChunkProgress done={rentOut.done} total={rentOut.total} />
        )}
        <RefusalMessage error={rentOut.error} />
        <FormActions busy={rentOut.isPending} disabled={isStuck} onCancel={onClose}>
          {words.action}
        </FormActions>
      </form>
    </Dialog>
  )
}

/** Renders the choice of what the period counts from. */
function ClockField(props: { clock: RentalClock; onChange: (clock: RentalClock) => void }) {
  const { clock, onChange } = props
  return (
    <Checkbox
      checked={clock === 'first_play'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'first_play' : 'payment')}
    >
      <Trans>Count from the first play</Trans>
      <span className="block text-small text-ink-2">
        <Trans>
          Renters start within {START_WITHIN_DAYS} days of payment. A copy can be away that much
          longer.
        </Trans>
      </span>
    </Checkbox>
  )
}

/** Warns the creator what new rental terms mean for the copies already listed. */
function OtherTerms({ isStuck }: { isStuck: boolean }) {
  return (
    <Note tone="warn">
      {isStuck ? (
        <Trans>Some copies are rented out. You can change the terms when those rentals end.</Trans>
      ) : (
        <Trans>
          You already rent out other copies of this title. They will be listed again with these
          terms.
        </Trans>
      )}
    </Note>
  )
}

/** Returns the offer of a copy that is listed alone. */
function offerOf([one, ...others]: readonly Copy[]): RentalTerms['terms'] {
  const { rent_price, rental_period_seconds } = one!
  if (others.length > 0 || !rent_price || !rental_period_seconds) return null
  return { rent_price, rental_period_seconds, rental_clock: one!.rental_clock ?? 'payment' }
}

const daysOf = (terms: RentalTerms['terms'] | undefined) => ({
  rent_price: terms?.rent_price,
  days: terms ? terms.rental_period_seconds / DAY_SECONDS : undefined,
  clock: terms?.rental_clock ?? ('payment' as const),
})

function useWords(copies: readonly Copy[], changesAll: boolean, reprice: boolean) {
  const { t } = useLingui()
  const count = copies.length
  const { number } = copies[0]!
  const label = t`Rental price in yen, tax included`
  const all = changesAll && t`Relist all with new terms`
  if (reprice)
    return {
      title: count === 1 ? t`New rent for No. ${number}` : t`New rent for ${count} copies`,
      label,
      action: all || t`Change rent`,
    }
  return {
    title: count === 1 ? t`Rent out No. ${number}` : t`Rent out ${count} copies`,
    label,
    action: all || t`Offer for rent`,
  }
}
