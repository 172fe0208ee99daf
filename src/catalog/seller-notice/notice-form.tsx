import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
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
    defaultValues: (current && noticeText.parse(current)) ?? {
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
      <SellerFields form={form} />
      <TermsFields form={form} />
      <UnsavedChanges isDirty={form.formState.isDirty} />
      <div className="grid gap-4">
        <RefusalMessage error={error} failed={t`Your notice was not saved.`} />
        <p>
          <Button type="submit" look="main" busy={isPending || isSuccess}>
            <Trans>Publish the notice</Trans>
          </Button>
        </p>
      </div>
    </form>
  )
}

function SellerFields({ form: { register, formState, control } }: { form: Form }) {
  const { t } = useLingui()
  const { errors } = formState
  const isCompany = useWatch({ control, name: 'seller' }) === 'company'
  const onRequest = isCompany
    ? undefined
    : t`Leave it empty to disclose it without delay on request.`
  return (
    <Section title={t`Who sells`}>
      <Select label={t`I sell as`} {...register('seller')}>
        <option value="individual">{t`an individual with a business`}</option>
        <option value="company">{t`a company`}</option>
      </Select>
      <TextField
        label={isCompany ? t`Registered company name` : t`Name`}
        hint={isCompany ? undefined : t`Your name, or the registered name of your business.`}
        autoComplete={isCompany ? 'organization' : 'name'}
        {...register('name')}
        error={errors.name && <Trans>Enter a name of at most 120 characters.</Trans>}
      />
      {isCompany && (
        <TextField
          label={t`Representative or person responsible`}
          autoComplete="name"
          {...register('representative')}
          error={errors.representative && <Trans>Enter a name of at most 120 characters.</Trans>}
        />
      )}
      <TextArea
        label={t`Address`}
        hint={onRequest}
        optional={!isCompany}
        rows={3}
        {...register('address')}
        error={errors.address && <Trans>Enter an address of at most 300 characters.</Trans>}
      />
      <TextField
        label={t`Phone`}
        hint={onRequest}
        optional={!isCompany}
        type="tel"
        autoComplete="tel"
        {...register('phone')}
        error={errors.phone && <Trans>Enter a phone number, such as 03-1234-5678.</Trans>}
      />
      <TextField
        label={t`Contact email`}
        hint={t`Buyers write to it. It need not be the address that you sign in with.`}
        type="email"
        {...register('email')}
        error={errors.email && <Trans>Enter an email address.</Trans>}
      />
    </Section>
  )
}

function TermsFields({ form: { register, formState } }: { form: Form }) {
  const { t } = useLingui()
  const { errors } = formState
  const wrong = <Trans>Enter a text of at most 1,000 characters.</Trans>
  return (
    <Section title={t`Terms of sale`} hint={t`Write them in the language of your buyers.`}>
      <TextArea
        label={t`Price`}
        rows={2}
        {...register('price_terms')}
        error={errors.price_terms && wrong}
      />
      <TextArea
        label={t`Other costs`}
        rows={2}
        {...register('cost_terms')}
        error={errors.cost_terms && wrong}
      />
      <TextArea
        label={t`Delivery`}
        rows={3}
        {...register('delivery_terms')}
        error={errors.delivery_terms && wrong}
      />
      <TextArea
        label={t`Returns`}
        rows={3}
        {...register('return_terms')}
        error={errors.return_terms && wrong}
      />
    </Section>
  )
}
