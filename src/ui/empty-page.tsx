import { Trans } from '@lingui/react/macro'
import { LinkButton } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Says that a later page of a list has nothing, as when it ran empty, and leads to the first page. */
export const EmptyPage = ({ first }: { first: string }) => (
  <EmptyState
    title={<Trans>Nothing on this page</Trans>}
    actions={
      <LinkButton look="main" to={first}>
        <Trans>Go to the first page</Trans>
      </LinkButton>
    }
  />
)
