import { Trans, useLingui } from '@lingui/react/macro'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { PageHero } from '#src/ui/page-hero.tsx'
import type { Brand } from './brand.shared.ts'

/** Shows a brand's picture, name, description and tabs, and renders its tags for link previews. */
export function BrandHead(props: {
  brand: Brand
  /** The path of the page below the head. */
  path: string
  /** The picture of link previews for a brand without a picture of its own. */
  instead?: PictureFacts | null | undefined
}) {
  const { brand, path, instead } = props
  const { t } = useLingui()
  const reader = useReader()
  const { account, name, description_html, hero_picture, owner_account_id } = brand
  const here = `/brand/${account}`
  return (
    <>
      <SocialTags
        title={name}
        description={plainTextOf(description_html)}
        path={path}
        picture={hero_picture ?? instead}
        thing={{ '@type': 'Brand' }}
      />
      <PageHero
        picture={hero_picture}
        name={name}
        descriptionHtml={description_html}
        actions={
          <>
            <ShareButton title={name} path={here} />
            {reader?.account_id === owner_account_id && (
              <LinkButton to={`/brand/edit?account=${account}`}>
                <Trans>Edit brand</Trans>
              </LinkButton>
            )}
          </>
        }
      />
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
