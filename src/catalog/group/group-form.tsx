import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { InputOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import { saleClocksOf, saleMomentsOf, SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { toPictureInput, type PictureChange, PictureField } from '#src/ui/picture-field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { ContentsField } from './contents-field.tsx'
import { createGroup, type Group } from './group.shared.ts'
import type { Kids } from './reorder.tsx'

const NO_TITLES: Kids = []

const groupFields = createGroup.body
  .pick({ name: true, description: true, brand_id: true })
  .extend(saleTimes)
  .check(checkSaleClocks)
type GroupFields = z.input<typeof groupFields>

/** Edits a group's fields, its cover, and the order of its titles. */
export function GroupForm(props: {
  group?: Group
  brands: readonly Brand[]
  /** All titles of the creator. */
  titles: readonly Asset[]
  /** The names of the creator's groups by their keys, shown for titles in another group. */
  groupNames: ReadonlyMap<string, string>
  /** The preselected brand of a new group. */
  brandId?: string
  error: Error | null
  /** The heading of an error message. */
  failed: string
  busy: boolean
  submitLabel: ReactNode
  onSubmit: (fields: InputOf<typeof createGroup>) => void
}) {
  const { group, brands, titles, groupNames, error, failed, busy, submitLabel, onSubmit } = props
  const { t } = useLingui()
  const [cover, setCover] = useState<PictureChange>({})
  const [ordered, setOrdered] = useState<Kids>()
  const before = group?.sorted_contents ?? NO_TITLES
  const form = useForm<GroupFields>({
    resolver: zodResolver(groupFields),
    values: fieldsOf(group, props.brandId ?? brands[0]!.id),
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
  })
  const brand_id = useWatch({ control: form.control, name: 'brand_id' })
  const ofBrand = titles.filter((title) => title.brand_id === brand_id)
  const sorted_contents = (ordered ?? before).filter((kid) =>
    ofBrand.some((title) => title.kid === kid),
  )
  const isOrdered = ordered !== undefined || brand_id !== group?.brand_id
  const submit = form.handleSubmit((values) => {
    const { image, focal } = toPictureInput(cover)
    onSubmit({
      ...values,
      ...saleMomentsOf(values),
      cover: image,
      cover_focal: focal,
      sorted_contents: isOrdered ? sorted_contents : undefined,
    })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-7">
      <Section title={t`What people see`}>
        <Facts form={form} brands={brands} />
        <PictureField
          optional
          id="cover"
          shape="wide"
          current={group?.cover_picture ?? null}
          value={cover}
          onChange={setCover}
        />
      </Section>
      <Section title={t`Titles`} hint={t`People see them in this order. A title is in one group.`}>
        <ContentsField
          key={brand_id}
          titles={ofBrand}
          groupNames={groupNames}
          kids={sorted_contents}
          onChange={(change) => setOrdered((kids) => change(kids ?? before))}
          groupKey={group?.key}
        />
      </Section>
      <SaleTimesSection form={form} />
      <UnsavedChanges
        isDirty={form.formState.isDirty || cover.focal !== undefined || ordered !== undefined}
      />
      <div className="grid gap-4">
        <RefusalMessage error={error} failed={failed} />
        <p>
          <Button type="submit" look="main" busy={busy}>
            {submitLabel}
          </Button>
        </p>
      </div>
    </form>
  )
}

const fieldsOf = (group: Group | undefined, brand_id: string): GroupFields => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  brand_id: group?.brand_id ?? brand_id,
  ...saleClocksOf(group),
})

type Form = UseFormReturn<GroupFields>

function Facts({ form, brands }: { form: Form; brands: readonly Brand[] }) {
  const { t } = useLingui()
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label={t`Name`}
        {...register('name')}
        error={errors.name && <Trans>Give it a name of at most 80 letters.</Trans>}
      />
      <Select
        label={t`Brand`}
        hint={t`A group shows titles of one brand.`}
        {...register('brand_id')}
      >
        <BrandOptions brands={brands} />
      </Select>
      <TextArea
        optional
        label={t`Description`}
        hint={t`Markdown. Links and emphasis are kept.`}
        rows={5}
        {...register('description')}
        error={errors.description && <Trans>At most 4,000 letters.</Trans>}
      />
    </>
  )
}

function SaleTimesSection({ form: { register, formState } }: { form: Form }) {
  const { t } = useLingui()
  return (
    <Section
      title={t`When it is on sale`}
      hint={t`In Japan’s time. Without times it is always on sale.`}
    >
      <SaleTimes register={register} errors={formState.errors} />
    </Section>
  )
}
