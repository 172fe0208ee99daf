import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, useEndpointMutation } from '#core/http/ask.ts'
import { language } from '#core/language.shared.ts'
import { email as address } from '#core/email.shared.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { chosenName } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { MESSAGE_MAX, NAME_MAX, OFFER_DAYS } from '#src/catalog/loan/loan.shared.ts'
import { CopyForm, CopyPage } from '#src/catalog/serial/copy-page.tsx'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { type LinkOrMail, LinkOrMailField } from '#src/ui/link-or-mail.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Route } from './+types/lend-page.ts'
import { lendCopy } from './loan.shared.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'

const DAYS = 7

/** Loads the reader's free copies of a title. `?no=7` chooses one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { loan_days_max: maximum } = await requirePageOn(context, 'lending_enabled')
  const id = params.kid
  const [asset, { items: free }] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, listSerials, { id, status: 'not_listed', mine: 'true' }),
  ])
  const chosen = free.find(({ number }) => number === Number(url.searchParams.get('no')))
  return { asset, free, first: chosen ?? free[0], maximum }
}

export default function LendPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, free } = loaderData
  const { kid, title } = asset
  return (
    <CopyPage
      tab={t`Lend ${title} · Renban`}
      asset={asset}
      heading={<Trans>Lend to a friend</Trans>}
      intro={
        <Trans>
          Your friend can watch it for some days and pays nothing. Meanwhile you cannot, as with a
          disc you lend. It comes back automatically, and either of you can end the loan earlier.
        </Trans>
      }
    >
      {free.length === 0 ? (
        <EmptyState
          title={<Trans>You have no copy to lend</Trans>}
          actions={
            <LinkButton look="main" to={`/asset/${kid}`}>
              <Trans>Back to the title</Trans>
            </LinkButton>
          }
        >
          <Trans>You can lend copies that are not listed, rented out or reserved.</Trans>
        </EmptyState>
      ) : (
        <LendForm {...loaderData} />
      )}
    </CopyPage>
  )
}

type Errors = Partial<Record<'email' | 'from_name' | 'days', string>>

function LendForm({ asset, free, first, maximum }: Route.ComponentProps['loaderData']) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const lending = useEndpointMutation(lendCopy)
  const [chosen, setChosen] = useState(first!.asset_token_id)
  const [by, setBy] = useState<LinkOrMail>('link')
  const [errors, setErrors] = useState<Errors>({})
  const { number } = free.find(({ asset_token_id }) => asset_token_id === chosen) ?? first!

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const days = wholeNumber(formText(form, 'days')) ?? 0
    const from_name = formText(form, 'from_name')
    const mail = address.safeParse(formText(form, 'email'))
    const found: Errors = {
      ...(by === 'mail' && !mail.success && { email: t`Enter a valid email address.` }),
      ...(from_name === '' && { from_name: t`Enter your name as your friend knows it.` }),
      ...(!(days >= 1 && days <= maximum) && {
        days: t`Enter a number from 1 to ${maximum}.`,
      }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0 || lending.isPending) return
    const onSuccess = () => {
      toast({ message: t`Your loan is ready.`, icon: 'check' })
      void navigate('/loans')
    }
    lending.mutate(
      {
        asset_token_id: chosen,
        days,
        from_name,
        message: formText(form, 'message'),
        email: by === 'mail' ? mail.data! : null,
        lang: language.catch('en').parse(formText(form, 'lang')),
      },
      { onSuccess },
    )
  }

  return (
    <CopyForm asset={asset} number={number} onSubmit={submit}>
      {free.length > 1 && (
        <Select
          label={<Trans>Number</Trans>}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {free.map((copy) => (
            <option key={copy.asset_token_id} value={copy.asset_token_id}>
              {t`No. ${copy.number}`}
            </option>
          ))}
        </Select>
      )}
      <LoanFields by={by} onBy={setBy} errors={errors} maximum={maximum} />
      <RefusalMessage error={lending.error} />
      <Button type="submit" look="main" wide busy={lending.isPending || lending.isSuccess}>
        <Trans>Lend No. {number}</Trans>
      </Button>
    </CopyForm>
  )
}

interface FieldsProps {
  by: LinkOrMail
  onBy: (by: LinkOrMail) => void
  errors: Errors
  maximum: number
}

/** The friend, the name and message for them, and the days. */
function LoanFields({ by, onBy, errors, maximum }: FieldsProps) {
  const { t } = useLingui()
  const me = useReader()
  return (
    <>
      <LinkOrMailField
        label={t`How your friend gets it`}
        value={by}
        onChoose={onBy}
        link={
          <Trans>You get a link to pass on. The first person who accepts borrows the copy.</Trans>
        }
        mail={
          <TextField
            name="email"
            type="email"
            autoComplete="off"
            label={<Trans>Email address of your friend</Trans>}
            error={errors.email}
          />
        }
      />
      <TextField
        name="from_name"
        label={<Trans context="loan">Your name</Trans>}
        hint={t`As your friend knows you.`}
        error={errors.from_name}
        defaultValue={chosenName(me)}
        maxLength={NAME_MAX}
      />
      <TextArea
        optional
        name="message"
        rows={3}
        maxLength={MESSAGE_MAX}
        label={<Trans>Message</Trans>}
      />
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <TextField
          number
          name="days"
          label={<Trans>Days</Trans>}
          hint={t`At most ${maximum}, counted from when your friend accepts.`}
          error={errors.days}
          defaultValue={String(Math.min(DAYS, maximum))}
          maxLength={3}
        />
        {by === 'mail' && <LanguageSelect label={<Trans>Language of the emails</Trans>} />}
      </div>
      <p className="text-small text-ink-2">
        <Trans>
          If no one accepts within {OFFER_DAYS} days, the loan ends. Until it is accepted you can
          watch the copy, but not offer it.
        </Trans>
      </p>
    </>
  )
}
