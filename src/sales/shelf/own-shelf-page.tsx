import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { getCurrentAccount, hasChosenName } from '#src/accounts/account/account.shared.ts'
import { NameForm } from '#src/accounts/account/ask-name.tsx'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { getHiding } from '#src/catalog/moderation/case.shared.ts'
import { HidingSection } from '#src/catalog/moderation/hidden-notice.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import type { Route } from './+types/own-shelf-page.ts'
import { ShelfForm } from './shelf-form.tsx'
import { getOwnShelf, shelfPath } from './shelf.shared.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { account_id } = await ask(context, getCurrentAccount, {})
  const [shelf, { hiding }] = await Promise.all([
    ask(context, getOwnShelf, {}),
    ask(context, getHiding, { of: 'person', id: account_id }),
  ])
  return { shelf, hiding }
}

/** Tells if it is hidden. Asks for a username if there is none yet, then for what others see. */
export default function OwnShelfPage({ loaderData: { shelf, hiding } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const path = shelfPath(shelf.username)
  return (
    <FormLayout
      title={t`Public shelf · Renban`}
      heading={<Trans>Public shelf</Trans>}
      link={
        shelf.is_public &&
        !hiding && (
          <LinkButton small to={path}>
            <Trans>Open your shelf</Trans>
          </LinkButton>
        )
      }
    >
      <p className="text-ink-2">
        <Trans>
          Show copies of your choice on a page of your own. Others see only what you choose.
        </Trans>
      </p>
      {hiding ? (
        <HidingSection hiding={hiding} />
      ) : hasChosenName(shelf) ? (
        <ShelfForm shelf={shelf} address={publicUrl + path} />
      ) : (
        <NameForm />
      )}
    </FormLayout>
  )
}
