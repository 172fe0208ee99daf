import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { LowestShares } from './lowest-shares.tsx'
import { ObiChoice } from './obi-choice.tsx'
import type { TitleFields } from './title-fields.shape.ts'

/** Under this the house raises a lowest price (readings A24), in yen. */
const LOWEST_PRICE = 10

interface Props {
  form: UseFormReturn<TitleFields>
  /** Per cent. */
  royaltyMax: number
  copiesMax: number
  children: React.ReactNode
}

/** Everything about the title but its files; `children` is where its brand is chosen. */
export function TitleFieldsSection({ form, royaltyMax, copiesMax, children }: Props) {
  const { t } = useLingui()
  const { register, formState, watch } = form
  const { errors } = formState
  const whole = (max: number, min = 1) => <WholeNumber min={min} max={max} />
  return (
    <Section title={t`About the title`}>
      <TextField
        label={t`Title`}
        {...register('title')}
        error={errors.title && <Trans>Give it a title of at most 120 letters.</Trans>}
      />
      <TextArea
        label={t`Description`}
        hint={t`Markdown. Links and emphasis are kept.`}
        rows={5}
        {...register('description')}
        error={errors.description && <Trans>Write a description.</Trans>}
      />
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        <TextField
          number
          label={t`Number of copies`}
          {...register('total_copies', { valueAsNumber: true })}
          error={errors.total_copies && whole(copiesMax)}
        />
        <TextField
          number
          label={t`First number`}
          {...register('start_serial_number', { valueAsNumber: true })}
          error={errors.start_serial_number && whole(1_000_000)}
        />
        <TextField
          number
          label={t`Royalty on resale, %`}
          inputMode="decimal"
          {...register('creator_royalty_rate', { valueAsNumber: true })}
          error={errors.creator_royalty_rate && whole(royaltyMax, 0)}
        />
        <TextField
          number
          label={t`Royalty on rent, %`}
          inputMode="decimal"
          {...register('rental_creator_royalty_rate', { valueAsNumber: true })}
          error={errors.rental_creator_royalty_rate && whole(royaltyMax, 0)}
        />
        <LowestPrice form={form} />
      </div>
      <LowestShares
        price={watch('min_sellable_price')}
        royaltyRate={watch('creator_royalty_rate')}
      />
      <ObiChoice field={register('obi')} copies={watch('total_copies') || 0} />
      <fieldset className="grid gap-3.5">
        <legend className="mb-3 text-label font-semibold">
          <Trans>What holders may do</Trans>
        </legend>
        <Checkbox {...register('secondary_sale_enabled')}>
          <Trans>Sell their copy on</Trans>
        </Checkbox>
        <Checkbox {...register('trade_enabled')}>
          <Trans>Trade it for another copy</Trans>
        </Checkbox>
        <Checkbox {...register('download_enabled')}>
          <Trans>Download it; a downloaded copy cannot be sold until it is deleted</Trans>
        </Checkbox>
        <Checkbox {...register('only_japan_accessible')}>
          <Trans>Only people in Japan can buy and watch it</Trans>
        </Checkbox>
      </fieldset>
    </Section>
  )
}

function WholeNumber({ min, max }: { min: number; max: number }) {
  return (
    <Trans>
      A number from {min} to {max}.
    </Trans>
  )
}

/** A lower price than the house's lowest is raised at once, and says so. */
function LowestPrice({ form: { register, setValue, formState } }: Pick<Props, 'form'>) {
  const { t } = useLingui()
  const [raised, setRaised] = useState<number>()
  const field = register('min_sellable_price', { valueAsNumber: true })
  return (
    <TextField
      number
      label={t`Lowest price, ¥`}
      hint={
        raised === undefined ? (
          <Trans>Nobody can offer it for less.</Trans>
        ) : (
          <output>
            <Trans>
              {raised} was raised to {LOWEST_PRICE}.
            </Trans>
          </output>
        )
      }
      {...field}
      onBlur={(event) => {
        void field.onBlur(event)
        const typed = Number(event.currentTarget.value)
        const isTooLow = event.currentTarget.value !== '' && typed < LOWEST_PRICE
        setRaised(isTooLow ? typed : undefined)
        if (isTooLow) setValue('min_sellable_price', LOWEST_PRICE, { shouldValidate: true })
      }}
      error={formState.errors.min_sellable_price && <WholeNumber min={10} max={9_999_999} />}
    />
  )
}
