import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { language } from '#core/language.shared.ts'
import { taxIn } from '#core/money.ts'
import { ask } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { FreeNumbers, givenIn } from '#src/sales/listing/free-numbers.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { Money } from '#src/ui/money.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import type { Route } from './+types/distribute-page.ts'
import { createDistribution } from './distribution.shared.ts'

/** Loads the fee of a copy. `?kid=` chooses a title, `numbers=` some of its copies. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { distribution_fee } = await ask(context, getSettings, {})
  return { fee: distribution_fee, given: givenIn(url.searchParams) }
}

/** Asks which copies to give to whom, with the fee beside, and leads to the payment. */
export default function DistributePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const create = useEndpointMutation(createDistribution)
  const [ids, setIds] = useState<readonly string[]>([])
  const [submitted, setSubmitted] = useState<FormData>()
  const maximum = submitted ? formText(submitted, 'maximum') : ''
  const isWrong = maximum !== '' && wholeOf(maximum) === undefined

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setSubmitted(form)
    const text = (name: string) => formText(form, name)
    const most = text('maximum') === '' ? null : wholeOf(text('maximum'))
    if (ids.length === 0 || most === undefined || create.isPending) return
    const people = text('people')
    create.mutate(
      {
        asset_token_ids: [...ids],
        allowed_asset_acquirers: people === '' ? [] : [people],
        max_count_per_wallet: most,
        lang: language.catch('en').parse(text('lang')),
      },
      { onSuccess: ({ id }) => void navigate(`/asset/distributions/${id}`) },
    )
  }

  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Give copies away · Renban`}</title>
      <h1 className="mb-2 text-h1">
        <Trans>Give copies away</Trans>
      </h1>
      <p className="mb-7 max-w-[66ch] text-ink-2">
        <Trans>
          People claim a copy with a link and pay nothing. You pay a small fee for each copy.
        </Trans>
      </p>
      <form className="panel grid gap-6 p-5 sm:p-6" noValidate onSubmit={submit}>
        <FreeNumbers
          {...loaderData.given}
          error={submitted && ids.length === 0 ? t`Choose available numbers.` : undefined}
          onChoose={setIds}
          Counted={Counted}
        />
        <TextArea
          optional
          name="people"
          rows={4}
          label={<Trans>Only for these people</Trans>}
          hint={t`One email address per line. We send each of them the link. Leave empty to let anyone with the link claim a copy.`}
        />
        <div className="grid items-start gap-4.5 sm:grid-cols-2">
          <TextField
            number
            optional
            name="maximum"
            label={<Trans>Copies per person</Trans>}
            hint={t`Leave empty for no limit.`}
            error={isWrong ? t`Enter a whole number.` : undefined}
            defaultValue="1"
            maxLength={5}
          />
          <LanguageSelect label={<Trans>Language of the invitations</Trans>} />
        </div>
        <hr className="border-line" />
        <Fee count={ids.length} fee={loaderData.fee} />
        <RefusalMessage error={create.error} />
        <Button type="submit" look="main" wide busy={create.isPending || create.isSuccess}>
          <Trans>Continue to payment</Trans>
        </Button>
      </form>
    </div>
  )
}

function Counted({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      _0="None of these numbers is available."
      one="# of these numbers is available."
      other="# of these numbers are available."
    />
  )
}

function Fee({ count, fee }: { count: number; fee: number }) {
  const total = count * fee
  return (
    <div aria-live="polite">
      <Facts
        facts={[
          [
            <Trans key="n" context="distribution">
              Copies
            </Trans>,
            count,
          ],
          [<Trans key="n">Fee per copy</Trans>, <Money key="v" yen={fee} />],
          [<Trans key="n">Fee, tax included</Trans>, <Money key="v" yen={total} />],
          [<Trans key="n">Includes 10% tax</Trans>, <Money key="v" yen={taxIn(total)} />],
        ]}
      />
    </div>
  )
}

/** Returns a typed whole number from 1 to 10,000; undefined for anything else. */
function wholeOf(typed: string): number | undefined {
  const value = wholeNumber(typed) ?? 0
  return value >= 1 && value <= 10_000 ? value : undefined
}
