import { Trans, useLingui } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmStep } from '#src/accounts/account/confirm-step.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldError } from '#src/ui/field-error.tsx'
import { TextField } from '#src/ui/field.tsx'
import { SecretText } from '#src/ui/secret-text.tsx'
import { useFocusAfter } from '#src/ui/take-focus.tsx'
import { apiKeyFields, createApiKey, scopes } from './api-key.shared.ts'
import { scopeNames } from './scope-names.tsx'

const noScopes: (typeof scopes)[number][] = []
const fields = z.strictObject(apiKeyFields)

/** The form that makes a key, the step that confirms it, and then the key, which is shown this once. */
export function ApiKeyForm({ email, hasPasskey }: { email: string; hasPasskey: boolean }) {
  const { t, i18n } = useLingui()
  const { revalidate } = useRevalidator()
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(fields),
    defaultValues: { name: '', scopes: noScopes },
  })
  const { errors } = formState
  const [entered, setEntered] = useState<z.output<typeof fields>>()
  const making = useEndpointMutation(createApiKey)
  const button = useFocusAfter<HTMLButtonElement>(entered !== undefined)
  const { data } = making
  if (entered)
    return (
      <ConfirmStep
        purpose="api_key"
        email={email}
        hasPasskey={hasPasskey}
        step={making}
        onConfirm={(confirmation) =>
          making.mutate(
            { ...entered, ...confirmation },
            {
              onSuccess: () => {
                setEntered(undefined)
                reset()
                void revalidate()
              },
            },
          )
        }
        onCancel={() => {
          making.reset()
          setEntered(undefined)
        }}
      />
    )
  return (
    <form noValidate onSubmit={handleSubmit(setEntered)} className="grid gap-5">
      <TextField
        label={t`Name`}
        hint={t`It tells your keys apart, such as the program that uses it.`}
        autoComplete="off"
        {...register('name')}
        error={errors.name && <Trans>Enter a name of at most 80 characters.</Trans>}
      />
      <fieldset className="grid gap-3" aria-describedby={errors.scopes && 'scopes-error'}>
        <legend className="mb-2 text-label font-semibold">
          <Trans>What it may do</Trans>
        </legend>
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} {...register('scopes')}>
            {i18n._(scopeNames[scope])}
          </Checkbox>
        ))}
        {errors.scopes && (
          <FieldError id="scopes-error" error={<Trans>Choose at least one.</Trans>} />
        )}
      </fieldset>
      <p>
        <Button ref={button} type="submit" look="main">
          <Trans>Make a key</Trans>
        </Button>
      </p>
      {data && (
        <SecretText label={<Trans>Your new key. Copy it now: it is not shown again.</Trans>}>
          {data.key}
        </SecretText>
      )}
    </form>
  )
}
