import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FieldsWhile } from './fields-while.tsx'
import { SegmentedControl } from './segmented-control.tsx'

export type LinkOrMail = 'link' | 'mail'

/** The form field `by`: whether a link is passed on by hand or sent by mail, with what each needs. */
export function LinkOrMailField(props: {
  label: string
  value: LinkOrMail
  onChoose: (by: LinkOrMail) => void
  link: ReactNode
  mail: ReactNode
}) {
  const { label, value, onChoose, link, mail } = props
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <div>
        <SegmentedControl<LinkOrMail>
          label={label}
          name="by"
          value={value}
          onChoose={onChoose}
          options={[
            { value: 'link', label: t`By link` },
            { value: 'mail', label: t`By email` },
          ]}
        />
      </div>
      {value === 'link' && <p className="text-small text-ink-2">{link}</p>}
      <FieldsWhile shown={value === 'mail'}>{mail}</FieldsWhile>
    </div>
  )
}
