import { Trans } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { TitleFollowers } from '#src/catalog/follow/follower-counts.tsx'
import { IssueMoreButton } from '#src/catalog/serial/issue-more-button.tsx'
import { LinkButton } from '#src/ui/button.tsx'

/** Shows a title's creator its followers, and leads to what else they can do with it. */
export function CreatorPanel({ asset }: { asset: Asset }) {
  const { kid, published_at, is_hidden } = asset
  return (
    <>
      <TitleFollowers kid={kid} />
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton small to={`/asset/${kid}/created`}>
          <Trans>All copies</Trans>
        </LinkButton>
        <LinkButton small to={`/asset/${kid}/edit`}>
          <Trans>Edit the title</Trans>
        </LinkButton>
        <LinkButton small to={`/asset/${kid}/extras`}>
          <Trans>Extras</Trans>
        </LinkButton>
        {published_at !== null && !is_hidden && (
          <>
            <LinkButton small to={`/asset/distribute?kid=${kid}`}>
              <Trans>Free distribution</Trans>
            </LinkButton>
            <LinkButton small to={`/asset/free_rental_listing?kid=${kid}`}>
              <Trans>Free rental</Trans>
            </LinkButton>
          </>
        )}
        <LinkButton small to={`/asset/${kid}/preview`}>
          <Trans>View as a guest</Trans>
        </LinkButton>
        <IssueMoreButton asset={asset} />
      </div>
    </>
  )
}
