import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { formatCount } from '#src/ui/yen.ts'
import { MinimumPriceShares } from './minimum-price-shares.tsx'
import { ObiChoice } from './obi-choice.tsx'
import type { TitleFields, TitleLimits } from './title-fields.shared.ts'
import {
  LowestPriceFault,
  Royalties,
  SALE_TERMS,
  TermsFields,
  WholeNumber,
  TitleAndDescription,
} from './title-inputs.tsx'

interface Props {
  form: UseFormReturn<TitleFields>
  limits: TitleLimits
  children: React.ReactNode
}

/** The fields of a new title except its files. `children` is the choice of the brand. */
export function TitleFieldsSection({ form, limits, children }: Props) {
  const { t } = useLingui()
  const { register, formState, watch } = form
  const { errors } = formState
  const upTo = (max: number) => <WholeNumber min="1" max={formatCount(max)} />
  return (
    <Section title={t`About the title`}>
      <TitleAndDescription register={register} errors={errors} />
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        <TextField
          number
          label={t`Number of copies`}
          {...register('total_copies', { valueAsNumber: true })}
          error={errors.total_copies && upTo(limits.copiesMax)}
        />
        <TextField
          number
          label={t`First number`}
          {...register('start_serial_number', { valueAsNumber: true })}
          error={errors.start_serial_number && upTo(1_000_000)}
        />
        <Royalties
          register={(name) => register(name, { valueAsNumber: true })}
          errors={errors}
          max={limits.royaltyMax}
        />
        <LowestPrice form={form} limits={limits} />
      </div>
      <MinimumPriceShares
        price={watch('min_sellable_price')}
        royaltyRate={watch('creator_royalty_rate')}
      />
      <ObiChoice field={register('obi')} copies={watch('total_copies') || 0} />
      <TermsFields register={register} errors={errors} values={watch(SALE_TERMS)} />
    </Section>
  )
}

/** The field for the minimum price. A price below the platform's minimum is raised to it with a notice. */
function LowestPrice({ form, limits: { priceMin } }: Pick<Props, 'form' | 'limits'>) {
  const { register, setValue, formState } = form
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
              {raised} was raised to {priceMin}.
            </Trans>
          </output>
        )
      }
      {...field}
      onBlur={(event) => {
        void field.onBlur(event)
        const typed = Number(event.currentTarget.value)
        const isTooLow = event.currentTarget.value !== '' && typed < priceMin
        setRaised(isTooLow ? typed : undefined)
        if (isTooLow) setValue('min_sellable_price', priceMin, { shouldValidate: true })
      }}
      error={formState.errors.min_sellable_price && <LowestPriceFault priceMin={priceMin} />}
    />
  )
}
