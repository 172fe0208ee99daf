import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { AsGuest } from '#src/accounts/account/reader.tsx'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import type { Route } from './+types/preview-page.ts'

/** Wraps a title's page as guests see it, or will see it. Only the creator may open the preview. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await ask(context, getCreatedAsset, { id: params.kid })
  return null
}

export default function PreviewPage({ params }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="lg:[--bar:3.5rem]">
      <aside aria-label={t`Preview`} className="sticky top-0 z-20 bg-ink text-paper print:hidden">
        <div className="wrap flex min-h-14 flex-wrap items-center justify-between gap-x-6">
          <p className="text-label font-semibold">
            <Trans>You are viewing this as a guest</Trans>
          </p>
          <Link
            to={`/asset/${params.kid}`}
            className="flex min-h-11 items-center text-label focus-visible:outline-paper"
          >
            <Trans>Exit preview</Trans>
          </Link>
        </div>
      </aside>
      <AsGuest value>
        <Outlet />
      </AsGuest>
    </div>
  )
}
