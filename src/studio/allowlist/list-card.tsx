import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { type Allowlist, updateAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'

/** An allowlist with its copies, the number of people, and its controls. */
export function ListCard({ list, onChange }: { list: Allowlist; onChange: () => void }) {
  const { id, kid, name, ended_at } = list
  const { end, reopen, error, isPending } = useEnding(list)
  return (
    <Section
      title={name}
      aside={
        ended_at ? (
          <StateTag tone="mute">
            <Trans>Ended</Trans>
          </StateTag>
        ) : (
          <StateTag tone="info" icon="lock">
            <Plural value={list.copies} one="# copy held" other="# copies held" />
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
            <Trans>It holds nothing any more: its copies are sold or on other lists.</Trans>
          ) : (
            <Trans>It holds nothing now: the sale has begun, or its start was changed.</Trans>
          )}
        </Note>
      )}
      {list.people === 0 && list.copies > 0 && !ended_at && (
        <Note tone="warn">
          {list.early_from === null ? (
            <Trans>Nobody is on this list yet, so nobody can buy these copies.</Trans>
          ) : (
            <Trans>Nobody is on this list yet, so nobody is let in early.</Trans>
          )}
        </Note>
      )}
      <RefusalMessage error={error} />
      <div className="flex flex-wrap gap-3">
        <LinkButton small to={`/asset/${kid}/reserved/${id}`}>
          <Trans>Who is on it</Trans>
        </LinkButton>
        <Button small onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        {ended_at ? (
          <Button small busy={isPending} onClick={reopen}>
            <Trans>Take it up again</Trans>
          </Button>
        ) : (
          <Button small busy={isPending} onClick={end}>
            <Trans>End</Trans>
          </Button>
        )}
      </div>
    </Section>
  )
}

/** Ends a list, and reopens it from the toast or later. */
function useEnding({ id, name }: Allowlist) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const update = useEndpointMutation(updateAllowlist)
  const reopen = () => update.mutate({ id, ended: false }, { onSuccess: () => void askAgain() })
  function end() {
    const onSuccess = () => {
      void askAgain()
      toast({
        message: <Trans>“{name}” has ended: its copies are for everybody.</Trans>,
        action: { label: t`Undo`, onPress: reopen },
      })
    }
    update.mutate({ id, ended: true }, { onSuccess })
  }
  return { end, reopen, error: update.error, isPending: update.isPending }
}

function HeldNumbers({ list: { whole, numbers } }: { list: Allowlist }) {
  if (whole) return <Trans>The whole title, but for numbers of other lists</Trans>
  return numbers === '' ? (
    <Trans>No number: other lists have taken them</Trans>
  ) : (
    <Trans>No. {numbers.replaceAll(',', ', ')}</Trans>
  )
}

function Terms({ list: { early_from, maximum } }: { list: Allowlist }) {
  return (
    <>
      {early_from === null ? (
        <Trans>Only these people can buy them.</Trans>
      ) : (
        <Trans>
          These people can buy from <DateTime at={early_from} />, everybody else when the sale
          begins.
        </Trans>
      )}
      <Gap />
      {maximum !== null && (
        <Plural value={maximum} one="# copy each at most." other="# copies each at most." />
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
