import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'
import { language } from '#core/language.shared.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { chosenName } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Field, TextArea, TextField } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { LanguageSelect } from '#src/ui/language-select.tsx'
import { type LinkOrMail, LinkOrMailField } from '#src/ui/link-or-mail.tsx'
import { fromJapanInput, toJapanInput } from '#src/ui/japan-input.ts'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import type { ServerClock } from '#src/ui/server-clock.ts'
import { DELIVERY_DAYS_MAX, type GiftTermsInput, MESSAGE_MAX, NAME_MAX } from './gift.shared.ts'
import { parseRecipients, type Recipients } from './recipients.shared.ts'

const MINUTE_MS = 60_000

type Errors = Partial<Record<'emails' | 'from_name' | 'deliver_at' | 'days', string>>

/** Reads the fields of `GiftFields`; `errors` names those that are wrong. */
export function useGiftForm(copies: number, maximum: number, clock: ServerClock) {
  const { t } = useLingui()
  return (form: FormData): { terms: GiftTermsInput; errors: Errors } => {
    const byMail = formText(form, 'by') === 'mail'
    const people = parseRecipients(byMail ? formText(form, 'emails') : '')
    const from_name = formText(form, 'from_name')
    const isLater = formText(form, 'when') === 'later'
    const deliverAt = isLater ? fromJapanInput(formText(form, 'deliver_at')) : null
    const days = wholeOf(formText(form, 'days'))
    const errors: Errors = {
      ...(byMail && faultOf(people)),
      ...(from_name === '' && { from_name: t`Enter your name as the recipient knows it.` }),
      ...(isLater && !deliverAt && { deliver_at: t`Choose a day and time.` }),
      ...(deliverAt &&
        !isDeliverable(deliverAt, clock()) && {
          deliver_at: t`Choose a time within the next ${DELIVERY_DAYS_MAX} days.`,
        }),
      ...((days === undefined || days > maximum) && {
        days: t`Enter a number from 1 to ${maximum}.`,
      }),
    }
    return {
      errors,
      terms: {
        from_name,
        message: formText(form, 'message'),
        emails: people.emails,
        deliver_at: deliverAt ?? null,
        days: days ?? null,
        lang: language.catch('en').parse(formText(form, 'lang')),
      },
    }
  }

  function faultOf({ emails, faults }: Recipients): Errors {
    const [first] = faults
    const people = emails.length
    if (copies <= 1 && (first || people > 1)) return { emails: t`Enter one email address.` }
    if (first?.reason === 'twice' && faults.length === 1)
      return { emails: t`Line ${first.line} repeats an address.` }
    if (first) return { emails: linesToCorrect(faults) }
    if (people === 0) return { emails: t`Enter an email address, or choose the link.` }
    if (people !== copies)
      return { emails: t`Enter one address per copy: ${copies} needed, ${people} entered.` }
    return {}
  }

  function linesToCorrect(faults: Recipients['faults']): string {
    const wrong = [...new Set(faults.map(({ line }) => line))]
    const count = wrong.length
    const lines = wrong.join(', ')
    return t`${plural(count, {
      one: `Correct line ${lines}. It needs one email address.`,
      other: `Correct lines ${lines}. Each needs one email address.`,
    })}`
  }
}

/** Tells if a gift can be delivered at a time: from the current minute on, as far as the API allows. */
function isDeliverable(at: string, now: string): boolean {
  const ahead = Date.parse(at) - Date.parse(now)
  return ahead > -MINUTE_MS && ahead <= DELIVERY_DAYS_MAX * DAY_MS
}

/** The fields of a gift: to whom, from whom, the message, the delivery and the end. */
export function GiftFields(props: {
  copies: number
  days: number
  maximum: number
  /** The server's time, from which a delivery can be chosen. */
  now: string
  errors: Errors
}) {
  const { copies, days, maximum, now, errors } = props
  const { t } = useLingui()
  const me = useReader()
  const [by, setBy] = useState<LinkOrMail>('link')
  const [emails, setEmails] = useState('') // kept while the number of copies changes the field
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const lastDay = new Date(Date.parse(now) + DELIVERY_DAYS_MAX * DAY_MS).toISOString()
  return (
    <>
      <LinkOrMailField
        label={t`How the recipient gets it`}
        value={by}
        onChoose={setBy}
        link={
          copies > 1 ? (
            <Trans>You get one link for each copy. Anyone with a link can claim its copy.</Trans>
          ) : (
            <Trans>You get a link to pass on. Anyone with the link can claim the copy.</Trans>
          )
        }
        mail={
          copies > 1 ? (
            <TextArea
              name="emails"
              rows={5}
              label={<Trans>Email addresses</Trans>}
              hint={t`One per line, in the order of the numbers.`}
              error={errors.emails}
              value={emails}
              onChange={(event) => setEmails(event.currentTarget.value)}
            />
          ) : (
            <TextField
              name="emails"
              type="email"
              autoComplete="off"
              label={<Trans>Email address of the recipient</Trans>}
              error={errors.emails}
              value={emails.trim().replaceAll(/\s*\n\s*/g, ', ')}
              onChange={(event) => setEmails(event.currentTarget.value)}
            />
          )
        }
      />
      <TextField
        name="from_name"
        label={<Trans context="gift">From</Trans>}
        hint={t`Your name as the recipient knows it.`}
        error={errors.from_name}
        defaultValue={chosenName(me)}
        maxLength={NAME_MAX}
      />
      <TextArea
        optional
        name="message"
        rows={4}
        maxLength={MESSAGE_MAX}
        label={<Trans>Message</Trans>}
      />
      <div className="grid gap-3">
        <div>
          <SegmentedControl<'now' | 'later'>
            label={t({ message: 'Delivery', context: 'gift' })}
            name="when"
            value={when}
            onChoose={setWhen}
            options={[
              { value: 'now', label: t`Deliver now` },
              { value: 'later', label: t`Choose a day` },
            ]}
          />
        </div>
        {when === 'later' && (
          <Field
            label={<Trans>Delivery (Japan time)</Trans>}
            hint={t`The gift cannot be opened before then.`}
            error={errors.deliver_at}
          >
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                name="deliver_at"
                min={toJapanInput(now)}
                max={toJapanInput(lastDay)}
                className="input"
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <TextField
          number
          name="days"
          label={<Trans>Days to claim it</Trans>}
          hint={t`At most ${maximum}. Unclaimed copies return to you.`}
          error={errors.days}
          defaultValue={String(days)}
          maxLength={3}
        />
        {by === 'mail' && <LanguageSelect label={<Trans>Language of the emails</Trans>} />}
      </div>
    </>
  )
}

/** Returns a typed whole number from 1 to 999; undefined for anything else. */
function wholeOf(typed: string): number | undefined {
  const whole = wholeNumber(typed) ?? 0
  return whole >= 1 && whole <= 999 ? whole : undefined
}
