import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { toPictureInput, type PictureChange, PictureField } from '#src/ui/picture-field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { type BrandFields, BrandName, isAboutAccount, useBrandForm } from './brand-name.tsx'
import type { Brand } from './brand.shared.ts'

/** Renders a brand's fields. The address can be chosen only once, because others link to it. */
export function BrandForm(props: {
  brand?: Brand
  /** The creator's titles that may be in the brand. */
  titles: readonly Asset[]
  error: Error | null
  busy: boolean
  submitLabel: ReactNode
  onSubmit: (fields: BrandFields) => void
}) {
  const { brand, titles, error, busy, submitLabel, onSubmit } = props
  const { t } = useLingui()
  const [hero, setHero] = useState<PictureChange>({})
  const form = useBrandForm(
    brand,
    titles.filter(({ brand_id }) => brand && brand_id === brand.id).map(({ kid }) => kid),
  )
  const { register, handleSubmit, formState } = form
  const submit = handleSubmit((fields) => {
    const { image, focal } = toPictureInput(hero)
    onSubmit({
      ...fields,
      kids: formState.dirtyFields.kids ? fields.kids : undefined,
      hero_image: image,
      hero_focal: focal,
    })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-7">
      <Section title={t`Name and web address`}>
        <BrandName form={form} error={error} account={brand?.account} />
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
        <TextArea
          optional
          label={t`Description`}
          hint={t`Markdown. Links and emphasis are kept.`}
          rows={5}
          {...register('description')}
          error={formState.errors.description && <Trans>At most 4,000 letters.</Trans>}
        />
      </Section>
      {titles.length > 0 && (
        <Section title={t`Titles`} hint={t`A title belongs to one brand.`}>
          <ul className="grid gap-3">
            {titles.map(({ kid, title }) => (
              <li key={kid}>
                <Checkbox value={kid} {...register('kids')}>
                  {title}
                </Checkbox>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <UnsavedChanges isDirty={formState.isDirty || hero.focal !== undefined} />
      <div className="grid gap-4">
        {!isAboutAccount(error) && <RefusalMessage error={error} />}
        <p>
          <Button type="submit" look="main" busy={busy}>
            {submitLabel}
          </Button>
        </p>
      </div>
    </form>
  )
}
