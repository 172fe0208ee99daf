import { Trans, useLingui } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { hasValidCheckDigit, invoiceNumber } from '#src/platform/settings/invoice-number.shared.ts'
import {
  type InvoiceRegistration,
  putInvoiceRegistration,
  registrationForm,
} from './receipt.shared.ts'

const EndRegistrationDialog = lazyDialog(
  () => import('./end-registration-dialog.tsx'),
  'EndRegistrationDialog',
)

/** The settings section in which sellers enter or end their registration for qualified invoices. */
export function InvoiceCard({ registration }: { registration: InvoiceRegistration | null }) {
  const { t } = useLingui()
  return (
    <Section
      title={t`Qualified invoices`}
      hint={t`If you are a registered invoice issuer in Japan, enter your registration here. From then on, your buyers get qualified invoices that show your registered name and number.`}
    >
      <RegistrationForm registration={registration} />
      {registration && <EndRegistration />}
    </Section>
  )
}

function RegistrationForm({ registration }: { registration: InvoiceRegistration | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const values = registration ?? { number: '', name: '', valid_from: '' }
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(registrationForm),
    values,
  })
  const { errors, isDirty } = formState
  const typed = invoiceNumber.safeParse(useWatch({ control, name: 'number' })).data
  const { mutate, error, isPending } = useEndpointMutation(putInvoiceRegistration)
  const save = handleSubmit((entered) =>
    mutate(entered, {
      onSuccess: () => {
        toast({ message: t`Your registration is saved.` })
        void revalidate()
      },
    }),
  )
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <TextField
        label={t`Registration number`}
        hint={
          typed && !hasValidCheckDigit(typed)
            ? t`This is not the number of a company. If you are registered as a company, check the digits.`
            : t`T and 13 digits, as in the notice from the tax office`
        }
        defaultValue={values.number}
        {...register('number')}
        error={errors.number && <Trans>This is not a registration number. Check the digits.</Trans>}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t`Registered name`}
          defaultValue={values.name}
          {...register('name')}
          error={errors.name && <Trans>Enter the name, up to 100 characters.</Trans>}
        />
        <TextField
          type="date"
          label={t`Registration date`}
          defaultValue={values.valid_from}
          {...register('valid_from')}
          error={errors.valid_from && <Trans>Enter 1 October 2023 or a later date.</Trans>}
        />
      </div>
      <RefusalMessage error={error} />
      <p>
        <Button type="submit" busy={isPending} disabled={!isDirty}>
          <Trans>Save registration</Trans>
        </Button>
      </p>
    </form>
  )
}

function EndRegistration() {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <p className="text-small text-ink-2">
        <Trans>
          No longer registered? End your registration here. Later sales then get ordinary receipts.
        </Trans>
      </p>
      <p>
        <Button small onClick={() => setAsking(true)}>
          <Trans>End registration</Trans>
        </Button>
      </p>
      {isAsking && <EndRegistrationDialog onClose={() => setAsking(false)} />}
    </div>
  )
}
