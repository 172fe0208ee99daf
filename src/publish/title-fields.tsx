import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { formatCount } from '#src/ui/yen.ts'
import { LowestShares } from './lowest-shares.tsx'
import { ObiChoice } from './obi-choice.tsx'
import type { TitleFields } from './title-fields.shape.ts'
import { Royalties, SALE_TERMS, Terms, Words } from './title-parts.tsx'

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
  const upTo = (max: number) => <WholeNumber min="1" max={formatCount(max)} />
  return (
    <Section title={t`About the title`}>
      <Words {...{ register, errors }} />
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        <TextField
          number
          label={t`Number of copies`}
          {...register('total_copies', { valueAsNumber: true })}
          error={errors.total_copies && upTo(copiesMax)}
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
          max={royaltyMax}
        />
        <LowestPrice form={form} />
      </div>
      <LowestShares
        price={watch('min_sellable_price')}
        royaltyRate={watch('creator_royalty_rate')}
      />
      <ObiChoice field={register('obi')} copies={watch('total_copies') || 0} />
      <Terms {...{ register, errors }} said={watch(SALE_TERMS)} />
    </Section>
  )
}

function WholeNumber({ min, max }: { min: string; max: string }) {
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
      error={formState.errors.min_sellable_price && <WholeNumber min="10" max="9,999,999" />}
    />
  )
}
