import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { Route } from './+types/shared-copy-page.ts'
import { getSharedCopy, picturePath, SHARED_PICTURE } from './share.shared.ts'

/** Loads a copy that its holder shares with everybody who has the link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return ask(context, getSharedCopy, { token: params.token })
}

export default function SharedCopyPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { kid, title, number, brand_name, holder, owned_since } = loaderData
  const name = t`No. ${number} of ${title}`
  const path = picturePath(params.token)
  return (
    <div className="wrap-narrow grid gap-6 pt-8 pb-16">
      <title>{t`${name} · Renban`}</title>
      <SocialTags
        title={name}
        description={holder ? t`Held by ${holder}` : ''}
        path={`/copies/${params.token}`}
        picture={{ path, ...SHARED_PICTURE }}
        things={[
          {
            '@type': 'Product',
            brand: brand_name ? { '@type': 'Brand', name: brand_name } : undefined,
          },
        ]}
      />
      <h1 className="text-d1 wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      <img src={path} {...SHARED_PICTURE} alt="" className="h-auto w-full bg-well" />
      <p className="text-ink-2">
        {holder ? (
          <Trans>
            Held by {holder} since <DateTime at={owned_since} detail="day" />
          </Trans>
        ) : (
          <Trans>
            In a collection since <DateTime at={owned_since} detail="day" />
          </Trans>
        )}
      </p>
      <p>
        <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
          <Trans>See the title</Trans>
        </LinkButton>
      </p>
    </div>
  )
}
