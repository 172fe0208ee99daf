import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { InputOf } from '#core/http/endpoint.ts'
import { isRefusal } from '#core/errors.ts'
import { TextField } from '#src/ui/field.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { AccountField } from './account-field.tsx'
import { type Brand, type createBrand, newBrand } from './brand.shared.ts'

export type BrandFields = InputOf<typeof createBrand>

/** Creates the form of a new or existing brand; `kids` are the titles in it. */
export const useBrandForm = (brand?: Brand, kids: string[] = []) =>
  useForm<BrandFields>({
    resolver: zodResolver(newBrand),
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
    values: {
      name: brand?.name ?? '',
      account: brand?.account ?? '',
      description: brand?.description ?? '',
      kids,
    },
  })

/** Reports whether a refusal is about the address, and is shown beside that field. */
export const isAboutAccount = (error: Error | null) =>
  isRefusal(error) && ['brand_account_taken', 'brand_account_reserved'].includes(error.code)

/**
 * Edits the name and the address. The name of a new brand suggests an address until one is typed.
 */
export function BrandName(props: {
  form: UseFormReturn<BrandFields>
  error: Error | null
  /** The existing brand; a new one without. */
  brand?: Brand | undefined
}) {
  const { form, error, brand } = props
  const { t } = useLingui()
  const { register, formState, setValue, watch } = form
  const { errors, dirtyFields } = formState
  const suggestAddress = (name: string) => {
    if (!brand && !dirtyFields.account) setValue('account', slugOf(name))
  }
  return (
    <>
      <TextField
        label={t`Name`}
        hint={brand?.is_verified ? t`Another name ends the badge of the brand.` : undefined}
        {...register('name', { onChange: ({ target }) => suggestAddress(String(target.value)) })}
        error={errors.name && <Trans>Enter a name of at most 80 characters.</Trans>}
      />
      <AccountField
        {...register('account')}
        account={watch('account')}
        brand={brand}
        error={
          isAboutAccount(error) ? (
            <RefusalText error={error!} />
          ) : (
            errors.account && (
              <Trans>Use a–z, 0–9 and hyphens. Do not start or end with a hyphen.</Trans>
            )
          )
        }
      />
    </>
  )
}

/** Derives `kita-eiga` from "Kita Eiga", and an empty string from a name in another script. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
