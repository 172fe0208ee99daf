import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { fieldsIn, type Limits } from '#src/catalog/asset/title-fields.shared.ts'
import { RightsInputs, TitleInputs, useFieldWords } from '#src/catalog/asset/title-fields.tsx'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { Select } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { ObiChoice } from './obi-choice.tsx'
import { RoyaltyShares } from './royalty-shares.tsx'
import type { EditFields } from './title-form.shared.ts'

interface Props {
  form: UseFormReturn<EditFields>
  asset: ReplyOf<typeof getCreatedAsset>
}

export function AboutSection({ form, asset, brands }: Props & { brands: readonly Brand[] }) {
  const { t } = useLingui()
  const { brand_id, locked_fields } = asset
  // A title must leave its brand before it can join another.
  const choices = brand_id ? brands.filter(({ id }) => id === brand_id) : brands
  const lock = locked_fields.brand_id
  const words = useFieldWords('brand_id', lock)
  return (
    <Section title={t`About the title`}>
      <TitleInputs form={form} locked={locked_fields} names={fieldsIn('about')} />
      <Select
        label={words.label}
        hint={
          brand_id && !lock
            ? t`To move the title to another brand, remove it from this one first.`
            : words.hint
        }
        {...form.register('brand_id', { setValueAs: (id: string | null) => id || null })}
        disabled={Boolean(lock)}
      >
        <option value="">{t`No brand`}</option>
        <BrandOptions brands={choices} />
      </Select>
      <ObiChoice field={form.register('obi')} copies={asset.copies_count} />
    </Section>
  )
}

export function SaleSection({ form, asset, limits }: Props & { limits: Limits }) {
  const { t } = useLingui()
  const inputs = { form, limits, locked: asset.locked_fields }
  return (
    <Section title={t`Sale`} hint={t`Times are in Japan time.`}>
      <SaleTimes {...inputs} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        <TitleInputs {...inputs} names={[...fieldsIn('price'), ...fieldsIn('limits')]} />
      </div>
      <RoyaltyShares
        kid={asset.kid}
        price={form.watch('min_sellable_price')}
        royaltyRate={form.watch('secondary_sale_enabled') ? form.watch('creator_royalty_rate') : 0}
      />
    </Section>
  )
}

export function RulesSection({ form, asset }: Props) {
  const { t } = useLingui()
  return (
    <Section title={t`What owners can do`}>
      <div className="grid gap-3.5">
        <RightsInputs form={form} locked={asset.locked_fields} />
      </div>
    </Section>
  )
}
