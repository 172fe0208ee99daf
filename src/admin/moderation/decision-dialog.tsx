import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Decision } from '#src/catalog/moderation/case.shared.ts'
import {
  type ReportedThing,
  type ThingWord,
  wordOf,
} from '#src/catalog/moderation/report.shared.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ReasonForm } from '#src/ui/reason-form.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type CaseDetail, decideCase } from './moderation.shared.ts'

/** Returns the words of each decision: its button, and what follows from it. */
export function useDecisionWords(
  of: ReportedThing,
): Record<Decision, { action: string; effect: string }> {
  const { t } = useLingui()
  const { hide, restore } = useEffects()[wordOf(of)]
  return {
    dismiss: { action: t`Dismiss`, effect: t`Nothing changes. The reporters are told.` },
    hide: { action: t`Hide`, effect: hide },
    uphold: { action: t`Keep it hidden`, effect: t`Both sides are told. This ends the appeal.` },
    restore: { action: t`Show it again`, effect: restore },
  }
}

function useEffects(): Record<ThingWord, { hide: string; restore: string }> {
  const { t } = useLingui()
  const thing = {
    hide: t`No one finds it any more, and new deals are refused. Owners and renters keep their copies and can watch them. Purchases that are already being paid for will finish. The creator and the reporters are told, and the creator can appeal once.`,
    restore: t`Everyone finds it again, and what was offered is offered again. The creator and the reporters are told.`,
  }
  return {
    title: thing,
    brand: thing,
    person: {
      hide: t`Others no longer see the username, the shelf and its picture. Copies, money and sign-in stay. Both sides are told, and the person can appeal once.`,
      restore: t`Others see the username and the shelf again. Both sides are told.`,
    },
    message: {
      hide: t`Others no longer see what the person wrote. The trade, gift, loan or screening goes on. Both sides are told, and the person can appeal once.`,
      restore: t`Others see the message again. Both sides are told.`,
    },
  }
}

/** Asks for the reason of a decision, which both sides read. */
export function DecisionDialog(props: {
  found: CaseDetail
  decision: Decision
  onClose: () => void
}) {
  const { found, decision, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const decide = useEndpointMutation(decideCase)
  const [reason, setReason] = useState('')
  const { number } = found
  const { action, effect } = useDecisionWords(found.of)[decision]

  function save() {
    decide.mutate(
      { id: found.id, decision, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`Case ${number} is decided.` })
          onClose()
          void refetchAll()
        },
      },
    )
  }
  return (
    <Dialog title={`${action}: ${found.name}`} onClose={onClose} wide>
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        onNext={save}
        busy={decide.isPending}
        hint={<Trans>Both sides read it. It is kept on record with your name.</Trans>}
        next={action}
        foot={<RefusalMessage error={decide.error} />}
      >
        {() => <p className="max-w-prose">{effect}</p>}
      </ReasonForm>
    </Dialog>
  )
}
