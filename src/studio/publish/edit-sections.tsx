import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { Select, TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import type { EditFields } from './edit-fields.tsx'
import { MinimumPriceShares } from './minimum-price-shares.tsx'
import { ObiChoice } from './obi-choice.tsx'
import type { TitleLimits } from './title-fields.shared.ts'
import {
  HoldingLimit,
  LowestPriceFault,
  numberOrNull,
  Royalties,
  HolderRightsCheckboxes,
  TitleAndDescription,
} from './title-inputs.tsx'

interface Props {
  form: UseFormReturn<EditFields>
}

/** Parses a number; undefined if the field is empty. */
const numberOrUndefined = (typed: unknown) => numberOrNull(typed) ?? undefined

export function AboutSection(props: Props & { asset: Asset; brands: readonly Brand[] }) {
  const { form, asset, brands } = props
  const { t } = useLingui()
  const { register, formState } = form
  const { errors } = formState
  // A title must leave its brand before it can join another.
  const choices = asset.brand_id ? brands.filter(({ id }) => id === asset.brand_id) : brands
  return (
    <Section title={t`About the title`}>
      <TitleAndDescription register={register} errors={errors} />
      <Select
        label={t`Brand`}
        hint={
          asset.brand_id
            ? t`To move it to another brand, take it out of this one first.`
            : t`A title needs a brand before it can be listed.`
        }
        {...register('brand_id', { setValueAs: (id: string | null) => id || null })}
      >
        <option value="">{t`No brand`}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <ObiChoice field={register('obi')} copies={asset.copies_count} />
    </Section>
  )
}

export function SaleSection(props: Props & { kid: string; limits: TitleLimits }) {
  const { form, kid, limits } = props
  const { t } = useLingui()
  const { register, formState, watch } = form
  const { errors } = formState
  return (
    <Section title={t`Sale`} hint={t`Times are those of Japan. Without an end the sale goes on.`}>
      <SaleTimes register={register} errors={errors} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        <TextField
          number
          label={t`Lowest price, ¥`}
          hint={t`Nobody can offer it for less.`}
          {...register('min_sellable_price', { setValueAs: numberOrUndefined })}
          error={errors.min_sellable_price && <LowestPriceFault priceMin={limits.priceMin} />}
        />
        <HoldingLimit register={register} errors={errors} />
        <Royalties
          register={(name) => register(name, { setValueAs: numberOrUndefined })}
          errors={errors}
          max={limits.royaltyMax}
        />
      </div>
      <MinimumPriceShares
        kid={kid}
        price={watch('min_sellable_price')}
        royaltyRate={watch('creator_royalty_rate')}
      />
    </Section>
  )
}

export function RulesSection({ form: { register } }: Props) {
  const { t } = useLingui()
  return (
    <Section title={t`What holders may do`}>
      <div className="grid gap-3.5">
        <HolderRightsCheckboxes register={register} />
      </div>
    </Section>
  )
}
