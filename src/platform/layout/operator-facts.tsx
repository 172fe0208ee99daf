import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Operator } from '#src/platform/settings/settings.shared.ts'

/** Shows a text from the operator's settings, or a mark that it is not set yet. */
export function OperatorText({ text }: { text: string }) {
  if (text) return <bdi className="whitespace-pre-line">{text}</bdi>
  return (
    <mark className="bg-warn-wash px-1.5 py-0.5 text-warn">
      <Trans>Not provided yet</Trans>
    </mark>
  )
}

/** The rows of a notice, each a name and its value. */
export function NoticeTable({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="border-t border-line">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[11rem_1fr]"
        >
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="leading-(--leading-run)">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The operator's name, address and contact, from the settings. */
export function OperatorFacts({ operator }: { operator: Operator }) {
  const { t } = useLingui()
  const { name, representative, address, phone, email } = operator
  return (
    <NoticeTable
      rows={[
        [t`Company name`, <OperatorText key="name" text={name} />],
        [t`Representative`, <OperatorText key="representative" text={representative} />],
        [t`Address`, <OperatorText key="address" text={address} />],
        [t`Phone`, <OperatorText key="phone" text={phone} />],
        [t`Email`, <MailLink key="email" email={email} />],
      ]}
    />
  )
}

export function MailLink({ email }: { email: string }) {
  if (!email) return <OperatorText text="" />
  return (
    <a href={`mailto:${email}`} className="underline" dir="ltr">
      {email}
    </a>
  )
}
