import { Trans, useLingui } from '@lingui/react/macro'
import { useActsAs, useReader } from '#src/accounts/account/reader.tsx'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { FollowBrandButton, type Follows, useFollows } from '#src/catalog/follow/follow-buttons.tsx'
import { BrandFollowers } from '#src/catalog/follow/follower-counts.tsx'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { PageHero } from '#src/ui/page-hero.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { feedPath } from '#src/platform/layout/public-address.shared.ts'
import type { Brand } from './brand.shared.ts'

/** Shows a brand's picture, name, description and tabs, and renders its tags for link previews. */
export function BrandHead(props: {
  brand: Brand
  /** The reader’s follows of it; null for guests. */
  follows: Follows
  /** The path of the page below the head. */
  path: string
  /** The picture of link previews for a brand without a picture of its own. */
  instead?: PictureFacts | null | undefined
}) {
  const { brand, path, instead } = props
  const { t } = useLingui()
  const { id, account, name, description_html, hero_picture, owner_account_id } = brand
  const here = `/brand/${account}`
  const follows = useFollows({ brand_id: id }, props.follows)
  const isOwn = useReader()?.account_id === owner_account_id
  const isActing = useActsAs(owner_account_id)
  return (
    <>
      <SocialTags
        title={name}
        description={plainTextOf(description_html)}
        path={path}
        picture={hero_picture ?? instead}
        aboutPath={here}
        things={[{ '@type': 'Brand' }]}
        trail={[{ name: t`Marketplace`, path: '/' }]}
      />
      <link rel="alternate" type="application/atom+xml" href={feedPath(account)} title={name} />
      <PageHero
        picture={hero_picture}
        name={<NameOfBrand brand={brand} />}
        descriptionHtml={description_html}
        actions={
          <>
            {!isOwn && <FollowBrandButton id={id} follows={follows} />}
            <ShareButton title={name} path={here} />
            {isActing && (
              <LinkButton to={`/brand/edit?account=${account}`}>
                <Trans>Edit brand</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        {isActing && <BrandFollowers id={id} />}
      </PageHero>
      <div className="wrap mt-6">
        <Tabs
          label={t`Views of ${name}`}
          tabs={[
            { to: here, label: t`All` },
            { to: `${here}/sale`, label: t`For sale` },
            { to: `${here}/rental`, label: t`For rent` },
            { to: `${here}/group`, label: t`Groups` },
          ]}
        />
      </div>
    </>
  )
}
