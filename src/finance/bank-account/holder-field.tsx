import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '#src/ui/field.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { convertHolder, holderFaults, isHolder, zenginHolder } from './holder.shared.ts'

/** The account holder. Names the letters that banks refuse, and shows the name that the bank gets. */
export function HolderField(props: {
  holder: string
  onHolder: (holder: string) => void
  /** True after a submit; an empty name counts as an error from then on. */
  isSent: boolean
}) {
  const { holder, onHolder, isSent } = props
  const { t } = useLingui()
  const [isBlurred, setBlurred] = useState(false) // no errors while the person types
  const faults = holderFaults(holder)
  const offer = convertHolder(holder)
  const isWrong = (isSent && !isHolder(holder)) || (isBlurred && faults.length > 0)
  const letters = faults
    .map((letter) => (letter === '　' ? t`full-width space` : letter))
    .join(', ')
  return (
    <div className="grid gap-3">
      <TextField
        label={t`Account holder`}
        hint={
          <Trans>
            Full-width katakana as in your passbook. Write small kana large: キヨウコ. You can also
            use capital letters, digits and{' '}
            <span className="whitespace-nowrap">( ) , - . / &quot; ¥</span>
          </Trans>
        }
        name="holder"
        lang="ja"
        value={holder}
        maxLength={100}
        onChange={(event) => onHolder(event.currentTarget.value)}
        onBlur={(event) => setBlurred(!isSubmit(event.relatedTarget))}
        error={
          isWrong &&
          (faults.length > 0 ? (
            <Trans>
              Banks do not accept these characters: <span lang="ja">{letters}</span>
            </Trans>
          ) : (
            <Trans>Enter the account holder.</Trans>
          ))
        }
        fix={
          isWrong && offer ? { label: t`Use ${offer}`, onFix: () => onHolder(offer) } : undefined
        }
      />
      {isHolder(holder) && <Sent holder={holder} />}
    </div>
  )
}

/** Detects a click on the submit button. An error shown by the blur would move the button away. */
const isSubmit = (next: EventTarget | null) =>
  next instanceof HTMLButtonElement && next.type === 'submit'

function Sent({ holder }: { holder: string }) {
  const { text, isCut } = zenginHolder(holder)
  return (
    <p className="text-small text-ink-2">
      <Trans>
        Banks receive it as{' '}
        <span lang="ja" className="font-semibold text-ink">
          {text}
        </span>
      </Trans>
      {isCut && (
        <>
          <Gap />
          <Trans>We send only the first 30 characters, which banks accept.</Trans>
        </>
      )}
    </p>
  )
}
