import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { useEndpointMutation, useEndpointQuery, useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { askVerification, EVIDENCE_MAX, getVerification } from './verification.shared.ts'

interface Props {
  id: string
  /** Receives the field for what shows that the name is the creator’s. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** Shows a creator what became of the badge of a brand, and asks for it, within `UnsavedParts`. */
export function VerificationSection({ id, field }: Props) {
  const { t } = useLingui()
  const state = useEndpointQuery(getVerification, { id })
  if (!state) return null
  const { verified_at, asked_at, decided } = state
  return (
    <Section
      title={t`Verified brand`}
      hint={t`The badge tells buyers that we have checked who is behind the name. It ends if you change the brand’s name.`}
    >
      {verified_at ? (
        <p>
          <Trans>
            Your brand has had the badge since <DateTime at={verified_at} detail="day" />.
          </Trans>
        </p>
      ) : asked_at ? (
        <p>
          <Trans>
            You asked for it on <DateTime at={asked_at} detail="day" />. We will answer by email.
          </Trans>
        </p>
      ) : (
        <>
          {decided && decided.decision !== 'grant' && (
            <Note tone="warn">
              <Trans>
                Our answer of <DateTime at={decided.at} detail="day" />: {decided.reason}
              </Trans>
            </Note>
          )}
          <AskForm id={id} field={field} />
        </>
      )}
    </Section>
  )
}

function AskForm({ id, field }: Props) {
  const { t } = useLingui()
  const refetchAll = useRefetchAll()
  const ask = useEndpointMutation(askVerification, { afterRefusal: refetchAll })
  const [evidence, setEvidence] = useState('')
  const [isTried, setTried] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (evidence.trim())
      ask.mutate({ id, evidence: evidence.trim() }, { onSuccess: () => void refetchAll() })
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <TextArea
        ref={field}
        name="evidence"
        label={t`What shows that the name is yours?`}
        hint={t`For example your site that names this page, a trademark or a registration. Only administrators read this.`}
        rows={4}
        maxLength={EVIDENCE_MAX}
        value={evidence}
        error={isTried && !evidence.trim() && t`Write what we can check.`}
        onChange={(event) => setEvidence(event.currentTarget.value)}
      />
      <UnsavedPart isDirty={evidence.trim() !== ''} />
      <RefusalMessage error={ask.error} />
      <p>
        <Button type="submit" busy={ask.isPending}>
          <Trans>Ask for the badge</Trans>
        </Button>
      </p>
    </form>
  )
}
