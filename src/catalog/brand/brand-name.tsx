import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { InputOf } from '#core/http/endpoint.ts'
import { isRefusal } from '#core/errors.ts'
import { TextField } from '#src/ui/field.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { AccountField } from './account-field.tsx'
import { type Brand, createBrand } from './brand.shared.ts'

export type BrandFields = InputOf<typeof createBrand>

/** A form of a brand's fields, empty or with what the brand has; `kids` are the titles in it. */
export const useBrandForm = (brand?: Brand, kids: string[] = []) =>
  useForm<BrandFields>({
    resolver: zodResolver(createBrand.body),
    resetOptions: { keepDirtyValues: true }, // what was changed elsewhere comes into the rest
    values: {
      name: brand?.name ?? '',
      account: brand?.account ?? '',
      description: brand?.description ?? '',
      kids,
    },
  })

/** Whether a refusal is about the address, and so is said beside it. */
export const isAboutAccount = (error: Error | null) =>
  isRefusal(error) && ['brand_account_taken', 'brand_account_reserved'].includes(error.code)

/** The name and, until it is chosen, the address; the name suggests one until it is typed. */
export function BrandName(props: {
  form: UseFormReturn<BrandFields>
  error: Error | null
  /** The address that was chosen; a new brand has none. */
  account?: string | undefined
}) {
  const { form, error, account } = props
  const { t } = useLingui()
  const { register, formState, setValue, watch } = form
  const { errors, dirtyFields } = formState
  const suggest = (name: string) => {
    if (account === undefined && !dirtyFields.account) setValue('account', addressFrom(name))
  }
  return (
    <>
      <TextField
        label={t`Name`}
        {...register('name', { onChange: ({ target }) => suggest(String(target.value)) })}
        error={errors.name && <Trans>Give it a name of at most 80 letters.</Trans>}
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
                <Trans>Letters a–z, figures and hyphens; no hyphen first or last.</Trans>
              )
            )
          }
        />
      ) : (
        <p className="text-small text-ink-2">
          <Trans>
            It stays at <strong className="font-semibold">/brand/{account}</strong>, since others
            link to it.
          </Trans>
        </p>
      )}
    </>
  )
}

/** "Kita Eiga" suggests `kita-eiga`; a name in another script suggests nothing. */
const addressFrom = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
