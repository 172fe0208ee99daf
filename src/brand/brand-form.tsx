import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { InputOf } from '#core/endpoint.ts'
import { isRefusal } from '#core/errors.ts'
import type { Asset } from '#src/asset/asset.shape.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { Refused, RefusalText } from '#src/ui/refused.tsx'
import { Section } from '#src/ui/section.tsx'
import { AccountField } from './account-field.tsx'
import { type Brand, createBrand } from './brand.shape.ts'
import { HeroField } from './hero-field.tsx'

type Fields = InputOf<typeof createBrand>
const ABOUT_ACCOUNT = ['brand_account_taken', 'brand_account_reserved']

/** A brand's fields; its address is chosen once, since other people link to it. */
export function BrandForm(props: {
  brand?: Brand
  /** One's titles that may be in it. */
  titles: readonly Asset[]
  error: Error | null
  busy: boolean
  submitLabel: ReactNode
  onSubmit: (fields: Fields) => void
}) {
  const { brand, titles, error, busy, submitLabel, onSubmit } = props
  const { t } = useLingui()
  const [hero, setHero] = useState<string>()
  const { register, handleSubmit, formState, watch, setValue } = useForm({
    resolver: zodResolver(createBrand.body),
    defaultValues: {
      name: brand?.name ?? '',
      account: brand?.account ?? '',
      description: brand?.description ?? '',
      kids: brand?.kids ?? [],
    },
  })
  const { errors } = formState
  const isAboutAccount = isRefusal(error) && ABOUT_ACCOUNT.includes(error.code)
  const submit = handleSubmit((fields) =>
    onSubmit({ ...fields, ...(hero !== undefined && { hero_image: hero }) }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-7">
      <Section title={t`Name and address`}>
        <TextField
          label={t`Name`}
          {...register('name', {
            onChange: ({ target }) => {
              const isTyped = formState.dirtyFields.account
              if (!brand && !isTyped) setValue('account', addressFrom(String(target.value)))
            },
          })}
          error={errors.name && <Trans>Give it a name of at most 80 letters.</Trans>}
        />
        {!brand && (
          <AccountField
            {...register('account')}
            account={watch('account')}
            error={
              isAboutAccount ? (
                <RefusalText error={error} />
              ) : (
                errors.account && (
                  <Trans>Letters a–z, figures and hyphens; no hyphen first or last.</Trans>
                )
              )
            }
          />
        )}
      </Section>
      <Section title={t`What people see`}>
        <HeroField current={brand?.hero_picture ?? null} onPicture={setHero} />
        <TextArea
          optional
          label={t`Description`}
          hint={t`Markdown. Links and emphasis are kept.`}
          rows={5}
          {...register('description')}
          error={errors.description && <Trans>At most 4,000 letters.</Trans>}
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
      <div className="grid gap-4">
        {!isAboutAccount && <Refused error={error} />}
        <p>
          <Button type="submit" look="main" busy={busy}>
            {submitLabel}
          </Button>
        </p>
      </div>
    </form>
  )
}

/** "Kita Eiga" suggests `kita-eiga`; a name in another script suggests nothing. */
const addressFrom = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
