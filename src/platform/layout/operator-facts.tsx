import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Operator } from '#src/platform/settings/settings.shared.ts'

/** What the operator has to say in the settings; until then it is plain that it is missing. */
export function OperatorText({ words }: { words: string }) {
  if (words) return <span className="whitespace-pre-line">{words}</span>
  return (
    <mark className="bg-warn-wash px-1.5 py-0.5 text-warn">
      <Trans>set in the operator’s settings</Trans>
    </mark>
  )
}

/** Rows of a notice: a name, and what there is to say of it. */
export function NoticeTable({
  rows,
}: {
  rows: readonly (readonly [name: string, said: ReactNode])[]
}) {
  return (
    <dl className="border-t border-line">
      {rows.map(([name, said]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[11rem_1fr]"
        >
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="leading-(--leading-run)">{said}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who runs this house and where to find them. */
export function OperatorFacts({ operator }: { operator: Operator }) {
  const { t } = useLingui()
  const { name, representative, address, phone, email } = operator
  return (
    <NoticeTable
      rows={[
        [t`Company name`, <OperatorText key="name" words={name} />],
        [t`Representative`, <OperatorText key="representative" words={representative} />],
        [t`Address`, <OperatorText key="address" words={address} />],
        [t`Phone`, <OperatorText key="phone" words={phone} />],
        [t`E-mail`, <MailLink key="email" email={email} />],
      ]}
    />
  )
}

export function MailLink({ email }: { email: string }) {
  if (!email) return <OperatorText words="" />
  return (
    <a href={`mailto:${email}`} className="underline" dir="ltr">
      {email}
    </a>
  )
}
