import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import type { Participant, Screening } from './screening.shared.ts'

const RemoveGuestDialog = lazyDialog(() => import('./remove-guest-dialog.tsx'), 'RemoveGuestDialog')

/** Lists who is in the screening. The host can remove guests. */
export function PeoplePanel(props: { screening: Screening; show: (latest: Screening) => void }) {
  const { screening, show } = props
  const { id, role, people, guests_count, guests_max } = screening
  const left = guests_max - guests_count
  const [asked, setAsked] = useState<{ id: string; name: string }>()
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
            onRemove={role === 'host' && person.id ? setAsked : undefined}
          />
        ))}
      </ul>
      {asked && (
        <RemoveGuestDialog id={id} guest={asked} show={show} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

function Person(props: {
  person: Participant
  onRemove: ((guest: { id: string; name: string }) => void) | undefined
}) {
  const { person, onRemove } = props
  const { id, name, is_me, is_present } = person
  const { t } = useLingui()
  const facts = [
    id === null && t({ message: 'host', context: 'screening' }),
    is_me && t({ message: 'you', context: 'screening' }),
    !is_present && !is_me && t({ message: 'not here right now', context: 'screening' }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1">
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full border border-ink ${is_present ? 'bg-ink' : ''}`}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <span className="text-small text-ink-2">
          {facts.join(t({ message: ', ', comment: 'Between facts' }))}
        </span>
      </span>
      {onRemove && (
        <Button
          small
          look="plain"
          aria-label={t`Remove ${name}`}
          onClick={() => onRemove({ id: id!, name })}
        >
          <Trans context="screening">Remove</Trans>
        </Button>
      )}
    </li>
  )
}
