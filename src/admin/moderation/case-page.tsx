import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import {
  ask,
  nowContext,
  REFETCH_MS,
  useEndpointMutation,
  useLiveQuery,
  useRefetchAll,
} from '#core/http/ask.ts'
import type { Decision } from '#src/catalog/moderation/case.shared.ts'
import { useReasonWords } from '#src/catalog/moderation/reason-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Quotation, Written } from '#src/ui/written.tsx'
import type { Route } from './+types/case-page.ts'
import { CaseClock, CaseState, KindOfThing, useHistoryWords } from './case-words.tsx'
import { DecisionDialog, useDecisionWords } from './decision-dialog.tsx'
import { addCaseNote, type CaseDetail, getCase } from './moderation.shared.ts'

/** Loads a case. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await ask(context, getCase, { id: params.id })
  return { found, now: context.get(nowContext).toISOString() }
}

export default function CasePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { now } = loaderData
  const found = useLiveQuery(
    getCase,
    { id: loaderData.found.id },
    { initial: loaderData.found, refetchInterval: REFETCH_MS.grid },
  )
  const { number, name, path, of, owner, status } = found
  const isWaiting = status === 'open' || status === 'appealed'
  return (
    <div className="wrap grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Case ${number} · Renban`}</title>
      <div className="grid justify-items-start gap-2">
        <p>
          <Link to="/admin/moderation" className="link">
            <Trans>Reports</Trans>
          </Link>
        </p>
        <h1 className="text-h1 wrap-anywhere">
          <Trans>
            Case {number}: <bdi>{name}</bdi>
          </Trans>
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
          <CaseState status={status} />
          <KindOfThing of={of} />
          <Link to={usersPath(owner)}>{owner}</Link>
          {isWaiting && <CaseClock of={found} now={now} />}
          {isWaiting && (
            <span>
              <Trans>
                Due <DateTime at={found.due_at} />
              </Trans>
            </span>
          )}
        </p>
        {path && (
          <Link to={path} className="link">
            <Trans>Open its page</Trans>
          </Link>
        )}
      </div>
      <Decide key={found.id} found={found} />
      <Reported found={found} />
      <History found={found} />
    </div>
  )
}

const usersPath = (name: string) => `/admin/users?q=${encodeURIComponent(name)}`

const choices: Record<CaseDetail['status'], readonly Decision[]> = {
  open: ['dismiss', 'hide'],
  appealed: ['uphold', 'restore'],
  hidden: ['restore'],
  dismissed: [],
  restored: [],
}

function Decide({ found }: { found: CaseDetail }) {
  const [decision, setDecision] = useState<Decision>()
  const words = useDecisionWords(found.of)
  const possible = choices[found.status]
  return (
    <>
      {possible.length > 0 && (
        <Section title={<Trans>Decide</Trans>}>
          <div className="flex flex-wrap gap-3">
            {possible.map((one) => (
              <Button key={one} onClick={() => setDecision(one)}>
                {words[one].action}
              </Button>
            ))}
          </div>
        </Section>
      )}
      {decision && (
        <DecisionDialog found={found} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </>
  )
}

function Reported({ found: { reported } }: { found: CaseDetail }) {
  const words = useReasonWords()
  return (
    <Section title={<Trans>What was reported</Trans>}>
      <ul className="grid divide-y divide-line">
        {reported.map(({ id, at, by, reason, text, quoted }) => (
          <li key={id} className="grid gap-1 py-3 wrap-anywhere">
            <p className="text-small text-ink-2">
              <b className="font-semibold text-ink">{words[reason]}</b> ·{' '}
              {by ?? <Trans>A guest</Trans>} · <DateTime at={at} />
            </p>
            <p>
              <Written text={text} />
            </p>
            {quoted !== null && <Quotation text={quoted} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function History({ found: { id, history } }: { found: CaseDetail }) {
  const words = useHistoryWords()
  return (
    <Section
      title={<Trans>History and notes</Trans>}
      hint={<Trans>Only administrators read notes.</Trans>}
    >
      {history.length > 0 && (
        <ul className="grid divide-y divide-line">
          {history.map(({ at, by, kind, text }) => (
            <li key={`${kind} ${at}`} className="grid gap-1 py-3 wrap-anywhere">
              <p className="text-small text-ink-2">
                <b className="font-semibold text-ink">{words[kind]}</b> · {by} ·{' '}
                <DateTime at={at} />
              </p>
              <p>
                <Written text={text} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm key={id} id={id} />
    </Section>
  )
}

function NoteForm({ id }: { id: string }) {
  const { t } = useLingui()
  const refetchAll = useRefetchAll()
  const note = useEndpointMutation(addCaseNote)
  const [text, setText] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!text.trim()) return
    note.mutate(
      { id, text: text.trim() },
      {
        onSuccess: () => {
          setText('')
          void refetchAll()
        },
      },
    )
  }
  return (
    <form className="grid max-w-xl gap-3" noValidate onSubmit={submit}>
      <FormFields busy={note.isPending}>
        <TextArea
          name="note"
          label={t({ message: 'Note', context: 'case' })}
          rows={3}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FormFields>
      <RefusalMessage error={note.error} />
      <p>
        <Button type="submit" small busy={note.isPending}>
          <Trans>Add the note</Trans>
        </Button>
      </p>
    </form>
  )
}
