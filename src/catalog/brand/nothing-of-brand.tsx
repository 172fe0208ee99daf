import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useActsAs, useReader } from '#src/accounts/account/reader.tsx'
import { FollowBrandButton, type Follows, useFollows } from '#src/catalog/follow/follow-buttons.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Brand } from './brand.shared.ts'

/**
 * Says that a list of a brand is empty and what will stand there. Its creator gets `create`, others
 * its other titles, and if there are none a way to hear of the first.
 */
export function NothingOfBrand(props: {
  brand: Brand
  /** The reader’s follows of it; null for guests. */
  follows: Follows
  title: ReactNode
  children: ReactNode
  /** The link to what a creator makes for the list. */
  create: ReactNode
}) {
  const { brand, follows, title, children, create } = props
  const isActing = useActsAs(brand.owner_account_id)
  return (
    <EmptyState
      title={title}
      actions={
        isActing ? (
          create
        ) : brand.titles_count > 0 ? (
          <LinkButton to={`/brand/${brand.account}`}>
            <Trans>Show all titles</Trans>
          </LinkButton>
        ) : (
          <HearOfTitles key={brand.id} brand={brand} follows={follows} />
        )
      }
    >
      {children}
    </EmptyState>
  )
}

/**
 * A button to follow a brand, which stays once it is pressed. Who followed it before, its owner and
 * administrators go on to the marketplace.
 */
function HearOfTitles(props: { brand: Brand; follows: Follows }) {
  const { id, owner_account_id } = props.brand
  const reader = useReader()
  const follows = useFollows({ brand_id: id }, props.follows)
  const [didFollow] = useState(
    () => props.follows?.items.some(({ brand }) => brand?.id === id) ?? false,
  )
  const canFollow = reader?.role !== 'ADMIN' && reader?.account_id !== owner_account_id
  if (canFollow && !didFollow) return <FollowBrandButton id={id} follows={follows} />
  return (
    <LinkButton to="/">
      <Trans>Browse the marketplace</Trans>
    </LinkButton>
  )
}
