import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { formatCount } from '#src/ui/yen.ts'

const PRICE_MAX = 9_999_999 // what the call takes

/** What the forms of new titles and of one that is out have in common. */
interface Props<Name extends string> {
  register: (
    name: Name,
    options?: { setValueAs: (typed: unknown) => unknown },
  ) => UseFormRegisterReturn
  errors: Partial<Record<Name, unknown>>
}

export function Words({ register, errors }: Props<'title' | 'description'>) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Title`}
        {...register('title')}
        error={Boolean(errors.title) && <Trans>Give it a title of at most 120 letters.</Trans>}
      />
      <TextArea
        label={t`Description`}
        hint={t`Markdown. Links and emphasis are kept.`}
        rows={6}
        {...register('description')}
        error={Boolean(errors.description) && <Trans>Write a description.</Trans>}
      />
    </>
  )
}

/** `max` is in per cent. */
export function Royalties(
  props: Props<'creator_royalty_rate' | 'rental_creator_royalty_rate'> & { max: number },
) {
  const { register, errors, max } = props
  const { t } = useLingui()
  const fault = <Trans>A number from 0 to {max}.</Trans>
  return (
    <>
      <TextField
        number
        inputMode="decimal"
        label={t`Royalty on resale, %`}
        {...register('creator_royalty_rate')}
        error={Boolean(errors.creator_royalty_rate) && fault}
      />
      <TextField
        number
        inputMode="decimal"
        label={t`Royalty on rent, %`}
        {...register('rental_creator_royalty_rate')}
        error={Boolean(errors.rental_creator_royalty_rate) && fault}
      />
    </>
  )
}

/** What is wrong with a number, in a sentence. */
export function WholeNumber({ min, max }: { min: string; max: string }) {
  return (
    <Trans>
      A number from {min} to {max}.
    </Trans>
  )
}

export const LowestPriceFault = ({ priceMin }: { priceMin: number }) => (
  <WholeNumber min={formatCount(priceMin)} max={formatCount(PRICE_MAX)} />
)

/** A number, or null where the field is empty. */
export const numberOrNull = (typed: unknown) =>
  typed === '' || typed === null || typed === undefined ? null : Number(typed)

/** How many copies one person may hold. */
export function HoldingLimit({ register, errors }: Props<'holding_limit'>) {
  const { t } = useLingui()
  return (
    <TextField
      number
      optional
      label={t`Limit per person`}
      {...register('holding_limit', { setValueAs: numberOrNull })}
      error={Boolean(errors.holding_limit) && <Trans>A number from 1 to 10,000.</Trans>}
    />
  )
}

type Rule =
  | 'secondary_sale_enabled'
  | 'trade_enabled'
  | 'secondary_rental_enabled'
  | 'download_enabled'
  | 'only_japan_accessible'

export function Rules({ register }: Pick<Props<Rule>, 'register'>) {
  return (
    <>
      <Checkbox {...register('secondary_sale_enabled')}>
        <Trans>Sell their copy on</Trans>
      </Checkbox>
      <Checkbox {...register('trade_enabled')}>
        <Trans>Trade it for another copy</Trans>
      </Checkbox>
      <Checkbox {...register('secondary_rental_enabled')}>
        <Trans>Rent it out</Trans>
      </Checkbox>
      <Checkbox {...register('download_enabled')}>
        <Trans>Download it; a downloaded copy cannot be sold until it is deleted</Trans>
      </Checkbox>
      <Checkbox {...register('only_japan_accessible')}>
        <Trans>Only people in Japan can buy and watch it</Trans>
      </Checkbox>
    </>
  )
}

/** Those that few titles need: folded away while nothing is said there. */
export const SALE_TERMS = ['sale_starting_at', 'sale_ending_at', 'holding_limit'] as const
type SaleTerm = (typeof SALE_TERMS)[number] | 'waiting_room'

/** What holders may do with copies of new titles, and how they are sold; `said` is of SALE_TERMS. */
export function Terms(props: Props<Rule | SaleTerm> & { said: readonly unknown[] }) {
  const { register, errors, said } = props
  return (
    <>
      <HoldersMay register={register} />
      <SaleFold said={said} isAmiss={SALE_TERMS.some((term) => errors[term])}>
        <SaleTimes {...{ register, errors }} />
        <div className="grid gap-4 sm:grid-cols-2">
          <HoldingLimit {...{ register, errors }} />
        </div>
      </SaleFold>
    </>
  )
}

export function HoldersMay({ register }: Pick<Props<Rule>, 'register'>) {
  return (
    <fieldset className="grid gap-3.5">
      <legend className="mb-3 text-label font-semibold">
        <Trans>What holders may do</Trans>
      </legend>
      <Rules register={register} />
    </fieldset>
  )
}

/** Opens where something is wrong in it, and stays open while something is said there. */
export function SaleFold(props: {
  said: readonly unknown[]
  isAmiss: boolean
  children: ReactNode
}) {
  const { said, isAmiss, children } = props
  const isSaid = said.some((one) => one !== '' && one !== null)
  const fold = useRef<HTMLDetailsElement>(null)
  const [beginsOpen] = useState(isSaid || isAmiss)
  useEffect(() => {
    if (isAmiss) fold.current!.open = true
  }, [isAmiss])
  return (
    <details ref={fold} open={beginsOpen}>
      <summary
        className="inline-flex min-h-11 items-center text-label font-semibold underline"
        onClick={(event) => (isSaid || isAmiss) && fold.current!.open && event.preventDefault()}
      >
        <Trans>Times of the sale, limit per person</Trans>
      </summary>
      <div className="mt-3 grid gap-4">
        <p className="max-w-[66ch] text-small text-ink-2">
          <Trans>Times are those of Japan. Without an end the sale goes on.</Trans>
        </p>
        {children}
      </div>
    </details>
  )
}
