import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useEndpointMutation, useEndpointQuery, useRefetchAll } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Quotation, Written } from '#src/ui/written.tsx'
import { APPEAL_MAX, createAppeal, getHiding, type Hiding } from './case.shared.ts'
import { type ThingWord, wordOf } from './report.shared.ts'

type Hidden = InputOf<typeof getHiding>

/**
 * Tells that a title or brand is hidden. Its creator reads the reason and can appeal once; everybody else
 * who may open it owns or rents a copy.
 */
export function HiddenNotice({ thing, isOwn }: { thing: Hidden; isOwn: boolean }) {
  return isOwn ? <OwnHiding thing={thing} /> : <ForHolders />
}

function ForHolders() {
  return (
    <Section title={<Trans>This title is hidden</Trans>}>
      <p>
        <Trans>
          It was reported. You keep your copies and can watch them. Until it is shown again, no new
          deals are possible.
        </Trans>
      </p>
    </Section>
  )
}

/** Tells the reader why something of theirs is hidden, and takes their appeal. */
function OwnHiding({ thing }: { thing: Hidden }) {
  const hiding = useEndpointQuery(getHiding, thing)?.hiding
  return hiding ? <HidingSection hiding={hiding} /> : null
}

/** Shows a hiding to whose thing it is: the reason, what follows from it, and the appeal. */
export function HidingSection({ hiding }: { hiding: Hiding }) {
  const { number, of, since, reason, quoted } = hiding
  const { heading, effect } = useHidingWords()[wordOf(of)]
  return (
    <Section
      title={heading}
      hint={
        <Trans>
          Case {number}, since <DateTime at={since} detail="day" />
        </Trans>
      }
    >
      {quoted !== null && <Quotation text={quoted} />}
      <p className="max-w-[66ch]">
        <Trans>
          Reason: <Written text={reason} />
        </Trans>
      </p>
      <p className="max-w-[66ch]">{effect}</p>
      {hiding.appeal === null ? <AppealForm id={hiding.id} /> : <Appealed hiding={hiding} />}
    </Section>
  )
}

function useHidingWords(): Record<ThingWord, { heading: string; effect: string }> {
  const { t } = useLingui()
  const effect = t`No one else can find it, and no new deals are possible. Owners and renters keep their copies and can watch them. What is offered is paused.`
  return {
    title: { heading: t`This title is hidden`, effect },
    brand: { heading: t`Your brand is hidden`, effect },
    person: {
      heading: t`Your public profile is hidden`,
      effect: t`Others see neither your username nor your shelf and its picture. Your copies, your balance and your sign-in stay as they are.`,
    },
    message: {
      heading: t`Your message is hidden`,
      effect: t`Others no longer see what you wrote. What you offered, gave or lent stays as it is.`,
    },
  }
}

function Appealed({ hiding: { appeal, appealed_at, is_waiting } }: { hiding: Hiding }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        {is_waiting ? (
          <Trans>
            You appealed on <DateTime at={appealed_at!} detail="day" />. We will answer.
          </Trans>
        ) : (
          <Trans>
            You appealed on <DateTime at={appealed_at!} detail="day" />. It stays hidden.
          </Trans>
        )}
      </p>
      <p className="text-small text-ink-2">
        <Written text={appeal!} />
      </p>
    </div>
  )
}

function AppealForm({ id }: { id: string }) {
  const { t } = useLingui()
  const refetchAll = useRefetchAll()
  const appeal = useEndpointMutation(createAppeal)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (text.trim())
      appeal.mutate({ id, text: text.trim() }, { onSuccess: () => void refetchAll() })
  }
  return (
    <form className="grid max-w-[66ch] gap-3" noValidate onSubmit={submit}>
      <TextArea
        name="appeal"
        label={t`Your appeal`}
        hint={t`You can appeal once. Say why it should be shown.`}
        rows={4}
        maxLength={APPEAL_MAX}
        error={isTried && !text.trim() && t`Say why it should be shown.`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <RefusalMessage error={appeal.error} />
      <p>
        <Button type="submit" busy={appeal.isPending}>
          <Trans>Send the appeal</Trans>
        </Button>
      </p>
    </form>
  )
}
