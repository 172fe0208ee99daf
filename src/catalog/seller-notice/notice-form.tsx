import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { FormFields, FormSubmit } from '#src/ui/form-fields.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING, UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import {
  missingFields,
  type NoticeFields,
  noticeFields,
  putSellerNotice,
  type SellerNotice,
} from './seller-notice.shared.ts'

const complete = noticeFields.superRefine((notice, check) => {
  for (const field of missingFields(notice)) check.addIssue({ code: 'custom', path: [field] })
})

const noticeText = z.object(noticeFields.shape) // without what the server adds

type NoticeInput = z.input<typeof noticeFields>
type Form = UseFormReturn<NoticeInput, unknown, NoticeFields>

/** Creates the form. A new notice begins with the terms that fit most sellers. */
function useNoticeForm(current: SellerNotice | undefined): Form {
  const { t } = useLingui()
  return useForm({
    resolver: zodResolver(complete),
    shouldFocusError: false, // the summary of the faults takes the focus
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
    values: (current && noticeText.parse(current)) ?? {
      seller: 'individual',
      name: '',
      representative: '',
      address: '',
      phone: '',
      email: '',
      price_terms: t`Shown with each copy, in yen, consumption tax included.`,
      cost_terms: t`Your internet connection. There are no purchase fees.`,
      delivery_terms: t`Immediately after payment, usually within a minute. You watch, listen to or view the work in your browser.`,
      return_terms: t`Digital copies cannot be returned after payment. If a copy cannot be played and we cannot fix it, we refund you.`,
    },
  })
}

/** Publishes a notice, or changes it. */
export function NoticeForm(props: { brand: Brand; current: SellerNotice | undefined }) {
  const { brand, current } = props
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const afterRefusal = useRefetchAll()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(putSellerNotice, {
    afterRefusal,
  })
  const busy = isPending || isSuccess
  const form = useNoticeForm(current)
  const save = form.handleSubmit((fields) =>
    mutate(
      {
        id: brand.id,
        replaces: current?.id ?? null,
        ...fields,
        ...(fields.seller === 'individual' && { representative: '' }), // may have been typed before
      },
      {
        onSuccess: () => {
          toast({ message: t`Your notice is published.` })
          void navigate(`/brand/${brand.account}/seller`, AFTER_SAVING)
        },
      },
    ),
  )
  return (
    <form noValidate onSubmit={save} className="grid gap-7">
      <FaultSummary form={form} />
      <FormFields busy={busy}>
        <SellerFields form={form} />
        <TermsFields form={form} />
      </FormFields>
      <UnsavedChanges isDirty={form.formState.isDirty} />
      <FormSubmit busy={busy} error={error} failed={t`Your notice was not saved.`}>
        <Trans>Publish the notice</Trans>
      </FormSubmit>
    </form>
  )
}

type Field = Exclude<keyof NoticeInput, 'seller'>

/** Returns the label and the fault of each field, in their order. Those of a company differ. */
function useWords(isCompany: boolean): Record<Field, { label: string; fault: string }> {
  const { t } = useLingui()
  const name = t`Enter a name of at most 120 characters.`
  const terms = t`Enter a text of at most 1,000 characters.`
  return {
    name: { label: isCompany ? t`Registered company name` : t`Name`, fault: name },
    representative: { label: t`Representative or person responsible`, fault: name },
    address: { label: t`Address`, fault: t`Enter an address of at most 300 characters.` },
    phone: { label: t`Phone`, fault: t`Enter a phone number, such as 03-1234-5678.` },
    email: { label: t`Contact email`, fault: t`Enter an email address.` },
    price_terms: { label: t`Price`, fault: terms },
    cost_terms: { label: t`Other costs`, fault: terms },
    delivery_terms: { label: t`Delivery`, fault: terms },
    return_terms: { label: t`Returns`, fault: terms },
  }
}

/** Returns the props of a text field: its label, its registration and its fault, if any. */
function useFields({ register, formState, control }: Form) {
  const isCompany = useWatch({ control, name: 'seller' }) === 'company'
  const words = useWords(isCompany)
  const field = (name: Field) => ({
    ...register(name),
    label: words[name].label,
    error: formState.errors[name] && words[name].fault,
  })
  return { isCompany, words, field }
}

function FaultSummary({ form }: { form: Form }) {
  const { words } = useFields(form)
  const { errors, submitCount } = form.formState
  const faults = (Object.keys(words) as Field[])
    .filter((field) => errors[field])
    .map((field) => ({ field, label: words[field].label, message: words[field].fault }))
  return <ErrorSummary sent={submitCount} errors={faults} />
}

function SellerFields({ form }: { form: Form }) {
  const { t } = useLingui()
  const { isCompany, field } = useFields(form)
  const onRequest = isCompany
    ? undefined
    : t`Leave it empty to disclose it without delay on request.`
  return (
    <Section title={t`Who sells`}>
      <Select label={t`I sell as`} {...form.register('seller')}>
        <option value="individual">{t`an individual with a business`}</option>
        <option value="company">{t`a company`}</option>
      </Select>
      <TextField
        {...field('name')}
        hint={isCompany ? undefined : t`Your name, or the registered name of your business.`}
        autoComplete={isCompany ? 'organization' : 'name'}
      />
      {isCompany && <TextField {...field('representative')} autoComplete="name" />}
      <TextArea {...field('address')} hint={onRequest} optional={!isCompany} rows={3} />
      <TextField
        {...field('phone')}
        hint={onRequest}
        optional={!isCompany}
        type="tel"
        autoComplete="tel"
      />
      <TextField
        {...field('email')}
        hint={t`Buyers write to it. It need not be the address that you sign in with.`}
        type="email"
      />
    </Section>
  )
}

function TermsFields({ form }: { form: Form }) {
  const { t } = useLingui()
  const { field } = useFields(form)
  return (
    <Section title={t`Terms of sale`} hint={t`Write them in the language of your buyers.`}>
      <TextArea {...field('price_terms')} rows={2} />
      <TextArea {...field('cost_terms')} rows={2} />
      <TextArea {...field('delivery_terms')} rows={3} />
      <TextArea {...field('return_terms')} rows={3} />
    </Section>
  )
}
