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
 * Edits the name and, for a new brand, the address. The name suggests an address until one is
 * typed.
 */
export function BrandName(props: {
  form: UseFormReturn<BrandFields>
  error: Error | null
  /** The address of an existing brand. */
  account?: string | undefined
  isVerified?: boolean | undefined
}) {
  const { form, error, account, isVerified } = props
  const { t } = useLingui()
  const { register, formState, setValue, watch } = form
  const { errors, dirtyFields } = formState
  const suggestAddress = (name: string) => {
    if (account === undefined && !dirtyFields.account) setValue('account', slugOf(name))
  }
  return (
    <>
      <TextField
        label={t`Name`}
        hint={isVerified ? t`Another name ends the badge of the brand.` : undefined}
        {...register('name', { onChange: ({ target }) => suggestAddress(String(target.value)) })}
        error={errors.name && <Trans>Enter a name of at most 80 characters.</Trans>}
      />
      {account === undefined ? (
        <AccountField
          {...register('account')}
          account={watch('account')}
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
      ) : (
        <p className="text-small text-ink-2">
          <Trans>
            The address stays <strong className="font-semibold">/brand/{account}</strong>, because
            others may link to it.
          </Trans>
        </p>
      )}
    </>
  )
}

/** Derives `kita-eiga` from "Kita Eiga", and an empty string from a name in another script. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
