import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ask, useEndpointMutation } from '#core/http/ask.ts'
import { language } from '#core/language.shared.ts'
import { email as address } from '#core/email.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { MESSAGE_MAX, NAME_MAX, OFFER_DAYS } from '#src/catalog/loan/loan.shared.ts'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Route } from './+types/lend-page.ts'
import { lendCopy } from './loan.shared.ts'
import { requireLoansPage } from './load-loans.tsx'

const DAYS = 7

/** Loads the reader's free copies of a title. `?no=7` chooses one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { loan_days_max: maximum } = await requireLoansPage(context)
  const id = params.kid
  const [asset, { items }] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, listSerials, { id, status: 'not_listed' }),
  ])
  const free = items.filter(({ mine }) => mine)
  const chosen = free.find(({ number }) => number === Number(url.searchParams.get('no')))
  return { asset, free, first: chosen ?? free[0], maximum }
}

export default function LendPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, free } = loaderData
  const { kid, title } = asset
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Lend ${title} · Renban`}</title>
      <p className="mb-1 text-small text-ink-2">
        <Link to={`/asset/${kid}`}>{title}</Link>
      </p>
      <h1 className="mb-2 text-h1">
        <Trans>Lend to a friend</Trans>
      </h1>
      <p className="mb-7 max-w-[66ch] text-ink-2">
        <Trans>
          Your friend can watch it for some days and pays nothing. Meanwhile you cannot, as with a
          disc you lend. It comes back automatically, and either of you can end the loan earlier.
        </Trans>
      </p>
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
    </div>
  )
}

type Errors = Partial<Record<'email' | 'from_name' | 'days', string>>

function LendForm({ asset, free, first, maximum }: Route.ComponentProps['loaderData']) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const lending = useEndpointMutation(lendCopy)
  const [chosen, setChosen] = useState(first!.asset_token_id)
  const [by, setBy] = useState<'link' | 'mail'>('link')
  const [errors, setErrors] = useState<Errors>({})
  const { number } = free.find(({ asset_token_id }) => asset_token_id === chosen) ?? first!

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const days = Number(formText(form, 'days').normalize('NFKC'))
    const from_name = formText(form, 'from_name')
    const mail = address.safeParse(formText(form, 'email'))
    const found: Errors = {
      ...(by === 'mail' && !mail.success && { email: t`Enter a valid email address.` }),
      ...(from_name === '' && { from_name: t`Enter your name as your friend knows it.` }),
      ...(!(Number.isInteger(days) && days >= 1 && days <= maximum) && {
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
    <form
      className="grid gap-6 sm:grid-cols-[200px_minmax(0,1fr)] sm:gap-8"
      noValidate
      onSubmit={submit}
    >
      <div className="mx-auto w-40 sm:w-full" aria-hidden>
        <CopyTile owned copy={{ ...asset, number }} sizes="200px" />
      </div>
      <div className="panel grid content-start gap-6 p-5 sm:p-6">
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
      </div>
    </form>
  )
}

interface FieldsProps {
  by: 'link' | 'mail'
  onBy: (by: 'link' | 'mail') => void
  errors: Errors
  maximum: number
}

/** The friend, the name and message for them, and the days. */
function LoanFields({ by, onBy, errors, maximum }: FieldsProps) {
  const { t } = useLingui()
  const me = useReader()
  return (
    <>
      <div className="grid gap-3">
        <div className="justify-self-start">
          <SegmentedControl<'link' | 'mail'>
            label={t`How your friend gets it`}
            name="by"
            value={by}
            onChoose={onBy}
            options={[
              { value: 'link', label: t`By link` },
              { value: 'mail', label: t`By email` },
            ]}
          />
        </div>
        {by === 'link' ? (
          <p className="text-small text-ink-2">
            <Trans>You get a link to pass on. The first person who accepts borrows the copy.</Trans>
          </p>
        ) : (
          <TextField
            name="email"
            type="email"
            autoComplete="off"
            label={<Trans>Email address of your friend</Trans>}
            error={errors.email}
          />
        )}
      </div>
      <TextField
        name="from_name"
        label={<Trans context="loan">Your name</Trans>}
        hint={t`As your friend knows you.`}
        error={errors.from_name}
        defaultValue={me?.username}
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
