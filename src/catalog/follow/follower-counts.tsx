import { Plural } from '@lingui/react/macro'
import { useEndpointQuery } from '#core/http/ask.ts'
import { countBrandFollowers, countTitleFollowers } from './follow.shared.ts'

/** Tells a title's creator how many people follow it. */
export function TitleFollowers({ kid }: { kid: string }) {
  const counts = useEndpointQuery(countTitleFollowers, { id: kid })
  if (!counts) return null
  return (
    <p className="mt-4 text-small text-ink-2">
      <Plural
        value={counts.favourites}
        _0="No one’s favourite yet"
        one="A favourite of # person"
        other="A favourite of # people"
      />
      {counts.reminders > 0 && (
        <>
          {' · '}
          <Plural value={counts.reminders} one="# reminder" other="# reminders" />
        </>
      )}
      {counts.price_alerts > 0 && (
        <>
          {' · '}
          <Plural value={counts.price_alerts} one="# price alert" other="# price alerts" />
        </>
      )}
    </p>
  )
}

/** Tells a brand's owner how many people follow it. */
export function BrandFollowers({ id }: { id: string }) {
  const counts = useEndpointQuery(countBrandFollowers, { id })
  if (!counts) return null
  return (
    <p className="mt-2 text-small text-ink-2">
      <Plural value={counts.followers} _0="No followers yet" one="# follower" other="# followers" />
    </p>
  )
}
