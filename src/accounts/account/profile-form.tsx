import { Trans, useLingui } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Account, updateCurrentAccount } from './account.shared.ts'

const profile = updateCurrentAccount.body.pick({
  username: true,
  first_name: true,
  last_name: true,
})

/** Edits the public username, and the first and last name, which only the operator sees. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { username, first_name, last_name } = account
  const values = { username, first_name, last_name }
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(profile), values })
  const { errors, isDirty } = formState
  const { mutate, error, isPending } = useEndpointMutation(updateCurrentAccount)
  const isTaken = isRefusal(error) && error.code === 'username_taken'
  const save = handleSubmit((names) =>
    mutate(names, {
      onSuccess: () => {
        toast({ message: t`Names saved.` })
        void revalidate()
      },
    }),
  )
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <TextField
        label={t`Username`}
        hint={t`Shown beside your copies. Use letters, digits, spaces, dots and hyphens.`}
        autoComplete="username"
        {...register('username')}
        error={
          isTaken ? (
            <RefusalText error={error} />
          ) : (
            errors.username && (
              <Trans>Start with a letter or digit, and use at most 40 characters.</Trans>
            )
          )
        }
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          optional
          label={t`First name`}
          autoComplete="given-name"
          {...register('first_name')}
          error={errors.first_name && <TooLong />}
        />
        <TextField
          optional
          label={t`Last name`}
          autoComplete="family-name"
          {...register('last_name')}
          error={errors.last_name && <TooLong />}
        />
      </div>
      {!isTaken && <RefusalMessage error={error} />}
      <p>
        <Button type="submit" look="main" busy={isPending} disabled={!isDirty}>
          <Trans>Save names</Trans>
        </Button>
      </p>
    </form>
  )
}

const TooLong = () => <Trans>Use at most 80 characters.</Trans>
