import { Trans, useLingui } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldError } from '#src/ui/field-error.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { SecretText } from '#src/ui/secret-text.tsx'
import { eventLabels } from './event-names.tsx'
import { createWebhook, eventNames, newWebhook } from './webhook.shared.ts'

/** The form that adds a webhook, and then its secret, which is shown this once. */
export function WebhookForm() {
  const { t, i18n } = useLingui()
  const { revalidate } = useRevalidator()
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(newWebhook),
    defaultValues: { url: '', events: [...eventNames] },
  })
  const { errors } = formState
  const { mutate, error, isPending, data } = useEndpointMutation(createWebhook)
  const add = handleSubmit((entered) =>
    mutate(entered, {
      onSuccess: () => {
        reset()
        void revalidate()
      },
    }),
  )
  return (
    <form noValidate onSubmit={add} className="grid gap-5">
      <TextField
        type="url"
        label={t({ message: 'Address', context: 'of a webhook' })}
        hint={t`An https address on your server`}
        autoComplete="off"
        {...register('url')}
        error={errors.url && <Trans>Enter an address that starts with https://.</Trans>}
      />
      <fieldset className="grid gap-3" aria-describedby={errors.events && 'events-error'}>
        <legend className="mb-2 text-label font-semibold">
          <Trans>Tell it when</Trans>
        </legend>
        {eventNames.map((event) => (
          <Checkbox key={event} value={event} {...register('events')}>
            {i18n._(eventLabels[event])}
          </Checkbox>
        ))}
        {errors.events && (
          <FieldError id="events-error" error={<Trans>Choose at least one.</Trans>} />
        )}
      </fieldset>
      <RefusalMessage error={error} />
      <p>
        <Button type="submit" look="main" busy={isPending}>
          <Trans>Add a webhook</Trans>
        </Button>
      </p>
      {data && <NewSecret>{data.secret}</NewSecret>}
    </form>
  )
}

/** Shows a secret that signs messages. */
export function NewSecret({ children }: { children: string }) {
  return (
    <SecretText
      label={<Trans>The secret that signs messages. Copy it now: it is not shown again.</Trans>}
    >
      {children}
    </SecretText>
  )
}
