import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { type Participant, removeGuest, type Screening } from './screening.shared.ts'

/** Lists who is in the screening. The host can remove guests. */
export function PeoplePanel(props: { screening: Screening; show: (latest: Screening) => void }) {
  const { screening, show } = props
  const { id, role, people, guests_count, guests_max } = screening
  const left = guests_max - guests_count
  const removing = useEndpointMutation(removeGuest)
  const onRemove = (guest_id: string) => removing.mutate({ id, guest_id }, { onSuccess: show })
  return (
    <section aria-labelledby="people" className="grid content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="people" className="text-h2">
          <Trans>Who is here</Trans>
        </h2>
        <p className="text-small text-ink-2">
          <Plural value={left} _0="No seats left" one="# seat left" other="# seats left" />
        </p>
      </div>
      <ul>
        {people.map((person) => (
          <Person
            key={person.id ?? 'host'}
            person={person}
            onRemove={role === 'host' && person.id ? onRemove : undefined}
            isBusy={removing.isPending}
          />
        ))}
      </ul>
      <RefusalMessage error={removing.error} />
    </section>
  )
}

function Person(props: {
  person: Participant
  onRemove: ((guest_id: string) => void) | undefined
  isBusy: boolean
}) {
  const { person, onRemove, isBusy } = props
  const { id, name, is_me, is_present } = person
  const { t } = useLingui()
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1">
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full border border-ink ${is_present ? 'bg-ink' : ''}`}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <span className="text-small text-ink-2">
          {id === null && <Trans context="screening">host</Trans>}
          {id === null && is_me && ', '}
          {is_me && <Trans context="screening">you</Trans>}
          {!is_present && !is_me && <Trans context="screening">not here right now</Trans>}
        </span>
      </span>
      {onRemove && (
        <Button
          small
          look="plain"
          busy={isBusy}
          aria-label={t`Remove ${name}`}
          onClick={() => onRemove(id!)}
        >
          <Trans context="screening">Remove</Trans>
        </Button>
      )}
    </li>
  )
}
