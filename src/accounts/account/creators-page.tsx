import { Trans, useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { ErrorScreen, errorScreenProps } from '#src/platform/layout/error-screen.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/creators-page.ts'
import { getCurrentAccount } from './account.shared.ts'

/** Guards the creators' pages; everybody else gets status 403 and a page on becoming a creator. */
export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await ask(context, getCurrentAccount, {})
  if (role !== 'ORH') throw refusedPage('creators_only')
  return null
}

export default function CreatorsPage() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isForCreators =
    isRouteErrorResponse(error) && errorScreenProps(error).code === 'creators_only'
  return isForCreators ? <BecomeCreator /> : <ErrorScreen {...errorScreenProps(error)} />
}

function BecomeCreator() {
  const { t } = useLingui()
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`Become a creator · Renban`}</title>
      <EmptyState
        whole
        title={<Trans>This page is for creators</Trans>}
        actions={
          <>
            <LinkButton to="/contact" look="main">
              <Trans>Become a creator</Trans>
            </LinkButton>
            <LinkButton to="/">
              <Trans>Back to the marketplace</Trans>
            </LinkButton>
          </>
        }
      >
        <p>
          <Trans>
            Creators publish films, music and pictures as numbered copies and earn from every sale,
            resale and rental. We approve each creator individually.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans>Tell us who you are and what you make. You keep your account.</Trans>
        </p>
      </EmptyState>
    </div>
  )
}
