import { Plural, Trans } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { type Allowlist, updateAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { useUndoToast } from '#src/ui/undo-toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'

/** An allowlist with its copies, the number of people, and its controls. */
export function ListCard({ list, onChange }: { list: Allowlist; onChange: () => void }) {
  const { id, kid, name, ended_at } = list
  const { end, reopen, error, isPending } = useEnding(list)
  return (
    <Section
      title={<bdi>{name}</bdi>}
      aside={
        ended_at ? (
          <StateTag tone="mute">
            <Trans>Ended</Trans>
          </StateTag>
        ) : (
          <StateTag tone="info" icon="lock">
            <Plural value={list.copies} one="# copy reserved" other="# copies reserved" />
          </StateTag>
        )
      }
    >
      <div className="grid gap-1 wrap-anywhere">
        <p>
          <HeldNumbers list={list} />
        </p>
        <p className="text-small text-ink-2">
          <Terms list={list} />
        </p>
        <p className="text-small text-ink-2">
          <People list={list} />
        </p>
      </div>
      {list.copies === 0 && !ended_at && (
        <Note>
          {list.early_from === null ? (
            <Trans>Nothing is reserved: the copies are sold or on other lists.</Trans>
          ) : (
            <Trans>Nothing is reserved: the sale has started, or its start was changed.</Trans>
          )}
        </Note>
      )}
      {list.people === 0 && list.copies > 0 && !ended_at && (
        <Note tone="warn">
          {list.early_from === null ? (
            <Trans>This list is empty, so no one can buy these copies.</Trans>
          ) : (
            <Trans>This list is empty, so no one can buy early.</Trans>
          )}
        </Note>
      )}
      <RefusalMessage error={error} />
      <div className="flex flex-wrap gap-3">
        <LinkButton small to={`/asset/${kid}/reserved/${id}`}>
          <Trans>See people</Trans>
        </LinkButton>
        <Button small onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        {ended_at ? (
          <Button small busy={isPending} onClick={reopen}>
            <Trans>Resume</Trans>
          </Button>
        ) : (
          <Button small busy={isPending} onClick={end}>
            <Trans>End the list</Trans>
          </Button>
        )}
      </div>
    </Section>
  )
}

/** Ends a list, and reopens it from the toast or later. */
function useEnding({ id, name }: Allowlist) {
  const undoable = useUndoToast()
  const askAgain = useRefetchAll()
  const update = useEndpointMutation(updateAllowlist)
  const reopening = { id, ended: false }
  const reopen = () => update.mutate(reopening, { onSuccess: () => void askAgain() })
  function end() {
    const onSuccess = () =>
      undoable(<Trans>“{name}” has ended and reserves no copies.</Trans>, () =>
        update.mutateAsync(reopening),
      )
    update.mutate({ id, ended: true }, { onSuccess })
  }
  return { end, reopen, error: update.error, isPending: update.isPending }
}

function HeldNumbers({ list: { whole, numbers } }: { list: Allowlist }) {
  if (whole) return <Trans>The whole title, except numbers on other lists</Trans>
  return numbers === '' ? (
    <Trans>No numbers left: they moved to other lists</Trans>
  ) : (
    <Trans>No. {numbers.replaceAll(',', ', ')}</Trans>
  )
}

function Terms({ list: { early_from, maximum } }: { list: Allowlist }) {
  return (
    <>
      {early_from === null ? (
        <Trans>Only these people can buy the copies.</Trans>
      ) : (
        <Trans>
          These people can buy from <DateTime at={early_from} />, everyone else when the sale opens.
        </Trans>
      )}
      <Gap />
      {maximum !== null && (
        <Plural value={maximum} one="At most # copy each." other="At most # copies each." />
      )}
    </>
  )
}

function People({ list: { people, arrived } }: { list: Allowlist }) {
  const waiting = people - arrived
  return (
    <>
      <Plural value={people} _0="No people" one="# person" other="# people" />
      {waiting > 0 && (
        <>
          {' · '}
          <Plural value={waiting} one="# without an account yet" other="# without an account yet" />
        </>
      )}
    </>
  )
}
