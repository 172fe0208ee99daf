import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormFields, FormSubmit } from '#src/ui/form-fields.tsx'
import {
  isPictureChanged,
  isPictureMissing,
  type PictureChange,
  PictureField,
  toPictureInput,
} from '#src/ui/picture-field.tsx'
import { Section } from '#src/ui/section.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { BrandName, isAboutAccount, useBrandForm } from './brand-name.tsx'
import { type Brand, createBrand, updateBrand } from './brand.shared.ts'
import { DescriptionField, useSave } from './form-layout.tsx'

/** Creates or edits a brand, within `UnsavedParts`. */
export function BrandForm(props: {
  brand?: Brand
  /** The creator's titles that may be in the brand. */
  titles: readonly Asset[]
  /** Returns true if the page stays after a change was saved. */
  stays?: (saved: Brand) => boolean
}) {
  const { brand, titles, stays } = props
  const { t } = useLingui()
  const { create, update, error, busy } = useSave(
    { create: createBrand, update: updateBrand },
    ({ account }: Brand) => `/brand/${account}`,
    stays,
  )
  const [hero, setHero] = useState<PictureChange>({})
  const form = useBrandForm(
    brand,
    titles.filter(({ brand_id }) => brand && brand_id === brand.id).map(({ kid }) => kid),
  )
  const { register, handleSubmit, formState } = form
  const submit = handleSubmit(({ account, ...values }) => {
    if (isPictureMissing(hero)) return document.getElementById('hero')?.focus()
    const { image, focal } = toPictureInput(hero)
    const fields = {
      ...values,
      kids: formState.dirtyFields.kids ? values.kids : undefined,
      hero_image: image,
      hero_focal: focal,
    }
    if (brand)
      update({
        ...fields,
        account: formState.dirtyFields.account ? account : undefined,
        id: brand.id,
        edited_at: brand.edited_at,
      })
    else create({ ...fields, account })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-7">
      <FormFields busy={busy}>
        <Section title={t`Name and web address`}>
          <BrandName form={form} error={error} brand={brand} />
        </Section>
        <Section title={t`What people see`}>
          <PictureField
            optional
            id="hero"
            shape="wide"
            current={brand?.hero_picture ?? null}
            value={hero}
            onChange={setHero}
          />
          <DescriptionField
            {...register('description')}
            isWrong={formState.errors.description !== undefined}
          />
        </Section>
        {titles.length > 0 && (
          <Section title={t`Titles`} hint={t`A title belongs to one brand.`}>
            <ul className="grid gap-3">
              {titles.map(({ kid, title }) => (
                <li key={kid}>
                  <Checkbox value={kid} {...register('kids')}>
                    <bdi>{title}</bdi>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </FormFields>
      <UnsavedPart isDirty={formState.isDirty || isPictureChanged(hero)} />
      <FormSubmit busy={busy} error={isAboutAccount(error) ? null : error}>
        {brand ? <Trans>Save the brand</Trans> : <Trans>Create the brand</Trans>}
      </FormSubmit>
    </form>
  )
}
