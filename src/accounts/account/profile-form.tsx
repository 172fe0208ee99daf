import { Trans, useLingui } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextField } from '#src/ui/field.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { type Account, profile, updateCurrentAccount } from './account.shared.ts'

/** Languages in which the family name comes first. */
const FAMILY_FIRST = /^(?:ja|ko|zh)/

/**
 * Edits the username and where it is shown, and the first and last name, which only the operator
 * sees, within `UnsavedParts`. The profile of a hidden person shows no username, so that it cannot be
 * edited.
 */
export function ProfileForm({ account, isHidden }: { account: Account; isHidden: boolean }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { username, first_name, last_name, has_public_name } = account
  const values = { username, first_name, last_name, has_public_name }
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(profile),
    values,
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
  })
  const { errors, isDirty } = formState
  const { mutate, error, isPending } = useEndpointMutation(updateCurrentAccount)
  const isTaken = isRefusal(error) && error.code === 'username_taken'
  const save = handleSubmit((fields) => {
    const { first_name: first, last_name: last, ...shown } = fields
    mutate(
      { first_name: first, last_name: last, ...(!isHidden && shown) },
      {
        onSuccess: () => {
          reset(fields, { keepDirtyValues: false })
          toast({ message: t`Profile saved.` })
          void revalidate()
        },
      },
    )
  })
  const names = [
    { name: 'first_name', label: t`First name`, autoComplete: 'given-name' },
    { name: 'last_name', label: t`Last name`, autoComplete: 'family-name' },
  ] as const
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <FormFields busy={isPending}>
        {isHidden ? (
          <p className="border-s-2 border-warn ps-4">
            <Trans>
              Your profile is hidden, so no one sees your username.{' '}
              <Link to={`/account/hidden/person/${account.account_id}`}>Read why</Link>
            </Trans>
          </p>
        ) : (
          <>
            <TextField
              label={t`Username`}
              hint={t`Buyers see it on copies you sell or rent out. Use letters, digits, spaces, dots and hyphens.`}
              autoComplete="username"
              {...register('username')}
              error={
                errors.username ? (
                  <Trans>Start with a letter or digit, and use at most 40 characters.</Trans>
                ) : (
                  isTaken && <RefusalText error={error} />
                )
              }
            />
            <div className="grid gap-1">
              <Checkbox {...register('has_public_name')}>
                <Trans>Show my username on all my copies and in their history</Trans>
              </Checkbox>
              <p className="ps-8 text-hint text-ink-2">
                <Trans>
                  If this is off, copies you don’t offer show only the first letter of your
                  username, unless the title is yours, and their history doesn’t name you. Your name
                  never appears on copies you rent.
                </Trans>
              </p>
            </div>
          </>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          {(FAMILY_FIRST.test(i18n.locale) ? names.toReversed() : names).map(
            ({ name, ...field }) => (
              <TextField
                key={name}
                optional
                {...field}
                {...register(name)}
                error={errors[name] && <TooLong />}
              />
            ),
          )}
        </div>
      </FormFields>
      <UnsavedPart isDirty={isDirty} />
      {!isTaken && <RefusalMessage error={error} />}
      <p>
        <Button type="submit" look="main" busy={isPending} disabled={!isDirty}>
          <Trans>Save profile</Trans>
        </Button>
      </p>
    </form>
  )
}

const TooLong = () => <Trans>Use at most 80 characters.</Trans>
