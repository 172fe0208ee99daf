import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { formatCount } from '#src/ui/yen.ts'

const PRICE_MAX = 9_999_999 // limit of the endpoint

/** Props shared by the inputs that appear in the forms of new and of published titles. */
interface Props<Name extends string> {
  register: (
    name: Name,
    options?: { setValueAs: (typed: unknown) => unknown },
  ) => UseFormRegisterReturn
  errors: Partial<Record<Name, unknown>>
}

export function TitleAndDescription({ register, errors }: Props<'title' | 'description'>) {
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

/** The fields of both royalties; `max` is in per cent. */
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

/** The error text of a whole-number field. */
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

/** Parses a number; null if the field is empty. */
export const numberOrNull = (typed: unknown) =>
  typed === '' || typed === null || typed === undefined ? null : Number(typed)

/** The field for the number of copies one person may hold. */
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

type HolderRight =
  | 'secondary_sale_enabled'
  | 'trade_enabled'
  | 'secondary_rental_enabled'
  | 'download_enabled'
  | 'only_japan_accessible'

export function HolderRightsCheckboxes({ register }: Pick<Props<HolderRight>, 'register'>) {
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

/** Optional fields of the sale, collapsed while they are empty. */
export const SALE_TERMS = ['sale_starting_at', 'sale_ending_at', 'holding_limit'] as const
type SaleTerm = (typeof SALE_TERMS)[number] | 'waiting_room'

/** The rights of holders and the terms of the sale. `values` are the current values of SALE_TERMS. */
export function TermsFields(props: Props<HolderRight | SaleTerm> & { values: readonly unknown[] }) {
  const { register, errors, values } = props
  return (
    <>
      <HolderRightsFieldset register={register} />
      <SaleDetails values={values} hasFault={SALE_TERMS.some((term) => errors[term])}>
        <SaleTimes register={register} errors={errors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <HoldingLimit register={register} errors={errors} />
        </div>
      </SaleDetails>
    </>
  )
}

export function HolderRightsFieldset({ register }: Pick<Props<HolderRight>, 'register'>) {
  return (
    <fieldset className="grid gap-3.5">
      <legend className="mb-3 text-label font-semibold">
        <Trans>What holders may do</Trans>
      </legend>
      <HolderRightsCheckboxes register={register} />
    </fieldset>
  )
}

/** Collapsible fields of the sale. Opens on a fault, and stays open while a field has a value. */
export function SaleDetails(props: {
  values: readonly unknown[]
  hasFault: boolean
  children: ReactNode
}) {
  const { values, hasFault, children } = props
  const hasValue = values.some((one) => one !== '' && one !== null)
  const fold = useRef<HTMLDetailsElement>(null)
  const [beginsOpen] = useState(hasValue || hasFault)
  useEffect(() => {
    if (hasFault) fold.current!.open = true
  }, [hasFault])
  return (
    <details ref={fold} open={beginsOpen}>
      <summary
        className="inline-flex min-h-11 items-center text-label font-semibold underline"
        onClick={(event) => (hasValue || hasFault) && fold.current!.open && event.preventDefault()}
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
