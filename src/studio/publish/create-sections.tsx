import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { fieldsIn, type Limits } from '#src/catalog/asset/title-fields.shared.ts'
import { TitleInput, TitleInputs } from '#src/catalog/asset/title-fields.tsx'
import { Section } from '#src/ui/section.tsx'
import { MinimumPriceShares } from './minimum-price-shares.tsx'
import { ObiChoice } from './obi-choice.tsx'
import { saleTerms, type TitleFields } from './title-form.shared.ts'
import { HolderRightsFieldset, SaleDetails } from './terms-fields.tsx'

interface Props {
  form: UseFormReturn<TitleFields>
  limits: Limits
}

/** The fields of a new title except its files. `children` is the choice of the brand. */
export function TitleFieldsSection(props: Props & { children: React.ReactNode }) {
  const { children, ...inputs } = props
  const { t } = useLingui()
  const { register, formState, watch } = inputs.form
  return (
    <Section title={t`About the title`}>
      <TitleInputs {...inputs} names={fieldsIn('about')} />
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        {[...fieldsIn('edition'), ...fieldsIn('price')].map((name) =>
          name === 'min_sellable_price' ? (
            <LowestPrice key={name} {...inputs} />
          ) : (
            <TitleInput key={name} {...inputs} name={name} />
          ),
        )}
      </div>
      <MinimumPriceShares
        price={watch('min_sellable_price')}
        royaltyRate={watch('creator_royalty_rate')}
      />
      <ObiChoice field={register('obi')} copies={watch('total_copies') || 0} />
      <HolderRightsFieldset {...inputs} />
      <SaleDetails
        values={watch(saleTerms)}
        hasFault={saleTerms.some((term) => formState.errors[term])}
      >
        <SaleTimes {...inputs} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TitleInputs {...inputs} names={fieldsIn('limits')} />
        </div>
      </SaleDetails>
    </Section>
  )
}

/** The field for the minimum price. A price below the platform's minimum is raised to it with a notice. */
function LowestPrice(inputs: Props) {
  const { form, limits } = inputs
  const { price_min: priceMin } = limits
  const [raised, setRaised] = useState<number>()
  return (
    <TitleInput
      {...inputs}
      name="min_sellable_price"
      hint={
        raised !== undefined && (
          <output>
            <Trans>
              {raised} was raised to {priceMin}.
            </Trans>
          </output>
        )
      }
      onBlur={(event) => {
        const typed = Number(event.currentTarget.value)
        const isTooLow = event.currentTarget.value !== '' && typed < priceMin
        setRaised(isTooLow ? typed : undefined)
        if (isTooLow) form.setValue('min_sellable_price', priceMin, { shouldValidate: true })
      }}
    />
  )
}
