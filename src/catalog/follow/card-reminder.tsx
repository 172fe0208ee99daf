import { Trans } from '@lingui/react/macro'
import { useEndpointQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { FollowButton } from './follow-buttons.tsx'
import { listFollows } from './follow.shared.ts'

/** Asks for a reminder of a title's sale on its card, above the link that covers the card. */
export function CardReminder({ asset: { kid, title } }: { asset: Asset }) {
  const reader = useReader()
  // One query for all cards of a page. To ask again before its answer changes nothing.
  const asked = useEndpointQuery(listFollows, reader ? { what: 'reminder', limit: 100 } : undefined)
  const follow = asked?.items.find((one) => one.title?.kid === kid)
  return (
    <div className="relative z-2 mt-2 grid justify-items-start gap-2 empty:hidden">
      <FollowButton what="reminder" icon="bell" follow={follow} begin={{ kid }}>
        {follow ? <Trans>You will be reminded</Trans> : <Trans>Remind me</Trans>}
        <bdi className="sr-only"> {title}</bdi>
      </FollowButton>
    </div>
  )
}
