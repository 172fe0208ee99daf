import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { fieldsIn, type FieldsWith, type Limits } from '#src/catalog/asset/title-fields.shared.ts'
import { RightsInputs, TitleInput, TitleInputs } from '#src/catalog/asset/title-fields.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Section } from '#src/ui/section.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { ObiChoice } from './obi-choice.tsx'
import { RoyaltyShares } from './royalty-shares.tsx'
import { listingLimits, saleTerms, type TitleFields } from './title-form.shared.ts'
import { FieldFold, SaleDetails } from './terms-fields.tsx'

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
    <>
      <Section title={t`About the title`}>
        <TitleInputs {...inputs} names={fieldsIn('about')} />
        {children}
        <ObiChoice field={register('obi')} copies={watch('total_copies') || 0} />
      </Section>
      <Section title={t`Copies and price`}>
        <CopiesAndPrice {...inputs} />
        <FieldFold
          title={t`Royalties, lowest price, first number`}
          hasFault={details.some((name) => formState.errors[name])}
        >
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TitleInputs {...inputs} names={fieldsIn('price').filter(isRoyalty)} />
            <LowestPrice {...inputs} />
            <TitleInput {...inputs} name="start_serial_number" />
          </div>
        </FieldFold>
        <SaleDetails
          values={watch(saleTerms)}
          hasFault={saleTerms.some((term) => formState.errors[term])}
        >
          <SaleTimes {...inputs} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TitleInputs {...inputs} names={fieldsIn('limits')} />
          </div>
        </SaleDetails>
        <FieldFold title={t`What owners can do`}>
          <div className="grid gap-3.5">
            <RightsInputs form={inputs.form} />
          </div>
        </FieldFold>
      </Section>
    </>
  )
}

const details = [...fieldsIn('price'), 'start_serial_number'] as const
const isRoyalty = (name: FieldsWith<{ part: 'price' }>) => name !== 'min_sellable_price'

/** The number of copies, and the price at which they are listed unless the creator lists them later. */
function CopiesAndPrice(inputs: Props) {
  const { form, limits } = inputs
  const [isListed, price, lowest, royaltyRate, isResold] = form.watch([
    'list_at_once',
    'sale_price',
    'min_sellable_price',
    'creator_royalty_rate',
    'secondary_sale_enabled',
  ])
  const [typedPrice, setTypedPrice] = useState(price)
  const listing = form.register('list_at_once', {
    onChange: () => {
      if (form.getValues('list_at_once')) return form.setValue('sale_price', typedPrice)
      setTypedPrice(form.getValues('sale_price'))
      form.resetField('sale_price') // a hidden field must not hold a fault
    },
  })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TitleInput {...inputs} name="total_copies" />
        {isListed && (
          <TitleInput
            {...inputs}
            limits={listingLimits(limits, lowest)}
            name="sale_price"
            required
          />
        )}
      </div>
      <div className="grid gap-1">
        <Checkbox {...listing} aria-describedby="list-at-once-hint">
          <Trans>List at once</Trans>
        </Checkbox>
        <p id="list-at-once-hint" className="max-w-[66ch] text-hint text-ink-2">
          {isListed ? (
            <Trans>All copies go on sale as soon as they are numbered.</Trans>
          ) : (
            <Trans>
              The title is published, but no copies are for sale. You can list them at any time.
            </Trans>
          )}
        </p>
      </div>
      {isListed && <RoyaltyShares price={price} royaltyRate={isResold ? royaltyRate : 0} />}
    </>
  )
}

/** The field for the minimum price. A price below the platform's minimum is raised to it with a notice. */
function LowestPrice(inputs: Props) {
  const { form, limits } = inputs
  const { price_min } = limits
  const [tooLow, setTooLow] = useState<number>()
  const [raised, priceMin] = [formatYen(tooLow ?? 0), formatYen(price_min)]
  return (
    <TitleInput
      {...inputs}
      name="min_sellable_price"
      hint={
        tooLow !== undefined && (
          <output>
            <Trans>
              {raised} was raised to {priceMin}.
            </Trans>
          </output>
        )
      }
      onBlur={(event) => {
        const typed = wholeNumber(event.currentTarget.value)
        const isTooLow = typed !== undefined && typed < price_min
        setTooLow(isTooLow ? typed : undefined)
        if (isTooLow) form.setValue('min_sellable_price', price_min, { shouldValidate: true })
      }}
    />
  )
}
