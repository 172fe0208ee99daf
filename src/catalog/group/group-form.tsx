import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import { saleClocksOf, saleMomentsOf, SaleTimes } from '#src/catalog/asset/sale-times.tsx'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { DescriptionField, useSave } from '#src/catalog/brand/form-layout.tsx'
import { Select, TextField } from '#src/ui/field.tsx'
import { FormFields, FormSubmit } from '#src/ui/form-fields.tsx'
import {
  isPictureChanged,
  isPictureMissing,
  type PictureChange,
  PictureField,
  toPictureInput,
} from '#src/ui/picture-field.tsx'
import type { Ids } from '#src/ui/reordering.tsx'
import { Section } from '#src/ui/section.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { ContentsField } from './contents-field.tsx'
import type { GroupChoices } from './group-choices.tsx'
import { createGroup, type Group, newGroup, updateGroup } from './group.shared.ts'

const NO_TITLES: Ids = []

const groupFields = newGroup
  .pick({ name: true, description: true, brand_id: true })
  .extend(saleTimes)
  .check(checkSaleClocks)
type GroupFields = z.input<typeof groupFields>

/** Creates or edits a group: its fields, its cover, and the order of its titles. */
export function GroupForm(props: {
  group?: Group
  choices: GroupChoices
  /** The preselected brand of a new group. */
  brandId?: string | undefined
}) {
  const { group, choices } = props
  const { brands, titles } = choices
  const { t } = useLingui()
  const { create, update, error, busy } = useSave(
    { create: createGroup, update: updateGroup },
    ({ encrypted_id }: Group) => `/group/${encrypted_id}`,
  )
  const [cover, setCover] = useState<PictureChange>({})
  const [ordered, setOrdered] = useState<Ids>()
  const before = group?.sorted_contents ?? NO_TITLES
  const form = useForm<GroupFields>({
    resolver: zodResolver(groupFields),
    values: fieldsOf(group, props.brandId ?? brands[0]!.id),
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
  })
  const brand_id = useWatch({ control: form.control, name: 'brand_id' })
  const ofBrand = titles.filter((title) => title.brand_id === brand_id)
  const isOfBrand = (kid: string) => ofBrand.some((title) => title.kid === kid)
  const sorted_contents = (ordered ?? before).filter(isOfBrand)
  const isOrdered = ordered !== undefined || brand_id !== group?.brand_id
  const submit = form.handleSubmit((values) => {
    if (isPictureMissing(cover)) return document.getElementById('cover')?.focus()
    const { image, focal } = toPictureInput(cover)
    const fields = {
      ...values,
      ...saleMomentsOf(values),
      cover: image,
      cover_focal: focal,
      sorted_contents: isOrdered ? sorted_contents : undefined,
    }
    if (!group) return create(fields)
    const { encrypted_id: id, key, edited_at } = group
    return update({ ...fields, id, key, edited_at })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-7">
      <FormFields busy={busy}>
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
        <Section
          title={t`Titles`}
          hint={t`People see titles in this order. A title can be in one group only.`}
        >
          <ContentsField
            key={brand_id}
            titles={ofBrand}
            groupNames={new Map(choices.groups.map(({ key, name }) => [key, name]))}
            kids={sorted_contents}
            onChange={(change) =>
              setOrdered((kids = before) => [
                ...change(kids.filter(isOfBrand)),
                ...kids.filter((kid) => !isOfBrand(kid)),
              ])
            }
            groupKey={group?.key}
          />
        </Section>
        <SaleTimesSection form={form} />
      </FormFields>
      <UnsavedChanges
        isDirty={form.formState.isDirty || isPictureChanged(cover) || ordered !== undefined}
      />
      <FormSubmit
        busy={busy}
        error={error}
        failed={group ? t`The group was not saved.` : t`The group was not created.`}
      >
        {group ? <Trans>Save the group</Trans> : <Trans>Create the group</Trans>}
      </FormSubmit>
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
        error={errors.name && <Trans>Enter a name of at most 80 characters.</Trans>}
      />
      <Select
        label={t`Brand`}
        hint={t`A group shows titles from one brand.`}
        {...register('brand_id')}
      >
        <BrandOptions brands={brands} />
      </Select>
      <DescriptionField {...register('description')} isWrong={errors.description !== undefined} />
    </>
  )
}

function SaleTimesSection({ form }: { form: Form }) {
  const { t } = useLingui()
  return (
    <Section
      title={t`Draw period`}
      hint={t`Japan time. Copies can be drawn from the group in this period; leave both empty to draw at any time. Each title is sold by its own sale times. With a waiting room, nothing is sold before the start.`}
    >
      <SaleTimes form={form} />
    </Section>
  )
}
