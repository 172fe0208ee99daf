import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { nowContext, useEndpointMutation } from '#core/http/ask.ts'
import { language } from '#core/language.shared.ts'
import { DaysField, useDays } from '#src/sales/listing/days-field.tsx'
import { FreeNumbers, givenIn } from '#src/sales/listing/free-numbers.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field, TextArea } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { CLOCK_INPUT, fromJapanInput, toJapanInput } from '#src/ui/japan-input.ts'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/free-rental-listing-page.ts'
import { createFreeRental } from './free-rental.shared.ts'

const DAYS = 3

/** Loads the time. `?kid=` chooses a title, `numbers=` some of its copies. */
export function loader({ context, url }: Route.LoaderArgs) {
  const now = context.get(nowContext).toISOString()
  return { now, given: givenIn(url.searchParams) }
}

/** Asks which copies whom to lend for free, for how long and until when. */
export default function FreeRentalListingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const create = useEndpointMutation(createFreeRental)
  const [ids, setIds] = useState<readonly string[]>([])
  const [people, setPeople] = useState('')
  const [isTried, setTried] = useState(false)
  const [errors, setErrors] = useState<TimeErrors>({})
  const days = useDays(DAYS)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, until] = [timeOf(form, 'starts_at'), timeOf(form, 'ends_at')]
    const invalid = t`Choose a day and time.`
    const isEndValid = until === null || (until ?? '') > (from ?? loaderData.now)
    setTried(true)
    setErrors({
      ...(from === undefined && { starts_at: invalid }),
      ...(!isEndValid && { ends_at: until ? t`Choose a time after the start.` : invalid }),
    })
    days.setTouched(true)
    if (ids.length === 0 || people.trim() === '' || days.days === undefined) return
    if (from === undefined || until === undefined || !isEndValid || create.isPending) return
    create.mutate(
      {
        asset_token_ids: [...ids],
        rental_period_seconds: days.days * DAY_SECONDS,
        allowed_asset_renters: [people],
        starts_at: from,
        ends_at: until,
        lang: language.catch('en').parse(formText(form, 'lang')),
      },
      { onSuccess: ({ id }) => void navigate(`/asset/free_rentals/${id}`) },
    )
  }

  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Rent out for free · Renban`}</title>
      <h1 className="mb-2 text-h1">
        <Trans>Rent out for free</Trans>
      </h1>
      <p className="mb-7 max-w-[66ch] text-ink-2">
        <Trans>
          People you name can rent a copy for ¥0. No one else sees the offer. The copies stay yours,
          and each can be rented again when a rental ends.
        </Trans>
      </p>
      <form className="panel grid gap-6 p-5 sm:p-6" noValidate onSubmit={submit}>
        <FreeNumbers
          {...loaderData.given}
          error={isTried && ids.length === 0 ? t`Choose available numbers.` : undefined}
          onChoose={setIds}
          Counted={Counted}
        />
        <DaysField typing={days} hint={t`Counted from the time someone rents a copy.`} />
        <People
          text={people}
          onChange={setPeople}
          error={isTried && people.trim() === '' ? t`Enter at least one email address.` : undefined}
        />
        <Times now={loaderData.now} errors={errors} />
        <LanguageSelect label={<Trans>Language of the invitations</Trans>} />
        <RefusalMessage error={create.error} />
        <Button type="submit" look="main" wide busy={create.isPending || create.isSuccess}>
          <Trans>Start the free rental</Trans>
        </Button>
      </form>
    </div>
  )
}

type TimeErrors = Partial<Record<'starts_at' | 'ends_at', string>>

const timeOf = (form: FormData, name: keyof TimeErrors) => fromJapanInput(formText(form, name))

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

/** The people who may rent: typed, pasted, or read from a file. */
function People(props: {
  text: string
  error: string | undefined
  onChange: (text: string) => void
}) {
  const { t } = useLingui()
  const { text, error, onChange } = props
  return (
    <div className="grid gap-3">
      <TextArea
        name="people"
        rows={6}
        spellCheck={false}
        label={<Trans>Who can rent</Trans>}
        hint={t`One email address or username per line. Each person gets an email with a link.`}
        error={error}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Field
        optional
        label={<Trans>Fill in from a file</Trans>}
        hint={t`A .csv file with the column email, username or account_id, or a .txt file with one person per line. It replaces the lines above.`}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="input py-2"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void textOf(file).then((read) => onChange(read.trim()))
            }}
          />
        )}
      </Field>
    </div>
  )
}

/** Reads a file in UTF-8, or in the encoding of older Japanese spreadsheets if it is not. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

function Times({ now, errors }: { now: string; errors: TimeErrors }) {
  const { t } = useLingui()
  const time = (name: string) => (control: object) => (
    <input {...control} {...CLOCK_INPUT} name={name} min={toJapanInput(now)} className="input" />
  )
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      <Field
        optional
        label={<Trans>Start (Japan time)</Trans>}
        hint={t`Leave empty to start now.`}
        error={errors.starts_at}
      >
        {time('starts_at')}
      </Field>
      <Field
        optional
        label={<Trans>End (Japan time)</Trans>}
        hint={t`Leave empty to end it yourself. Running rentals continue.`}
        error={errors.ends_at}
      >
        {time('ends_at')}
      </Field>
    </div>
  )
}
