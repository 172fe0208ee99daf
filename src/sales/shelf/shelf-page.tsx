import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { ReportButton } from '#src/catalog/moderation/report-button.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { Written } from '#src/ui/written.tsx'
import type { Route } from './+types/shelf-page.ts'
import { NumbersCount, ShelfDrawing } from './shelf-drawing.tsx'
import { getShelf, SHELF_PICTURE, shelfPath, shelfPicturePath } from './shelf.shared.ts'

/** Loads the shelf that a person shows to everybody. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  ask(context, getShelf, { username: params.username })

export default function ShelfPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const reader = useReader()
  const shelf = useLiveQuery(
    getShelf,
    { username: loaderData.username },
    { initial: loaderData, refetchInterval: REFETCH_MS.grid },
  )
  const { username, about, is_indexed, numbers_count } = shelf
  const path = shelfPath(username)
  const name = t`The shelf of ${username}`
  return (
    <div className="wrap pt-8 pb-16 sm:pt-10">
      <title>{t`${name} · Renban`}</title>
      {!is_indexed && <meta name="robots" content="noindex" />}
      <SocialTags
        title={name}
        description={about}
        path={path}
        picture={{ path: shelfPicturePath(username), ...SHELF_PICTURE }}
        things={[{ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: username } }]}
      />
      <div className="mb-9 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-d1 wrap-anywhere">
            <bdi>{username}</bdi>
          </h1>
          {about && (
            <p className="mt-2 max-w-[66ch]">
              <Written text={about} />
            </p>
          )}
          <NumbersCount count={numbers_count} />
        </div>
        <div className="flex flex-wrap gap-3">
          <ShareButton title={name} path={path} />
          {reader?.username === username && (
            <LinkButton to="/account/shelf">
              <Trans>Edit your shelf</Trans>
            </LinkButton>
          )}
        </div>
      </div>
      <ShelfDrawing {...shelf} />
      <div className="mt-10 text-small">
        <ReportButton
          thing={{ of: 'person', id: username }}
          name={username}
          isOwn={reader?.username === username}
        />
      </div>
    </div>
  )
}
