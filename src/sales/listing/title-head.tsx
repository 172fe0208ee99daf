import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { BrandLine, TitleFacts } from '#src/catalog/asset/title-facts.tsx'
import { TitleFrame } from '#src/catalog/asset/title-frame.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import '#src/media/playback/player.css' // of the trailer's button, before its code is there

const WithTrailer = lazyPart(
  'trailer',
  async () => (await import('#src/media/playback/trailer.tsx')).WithTrailer,
  { Meanwhile: ({ children }) => children, isSeenFirst: true },
)

const namesOf = (languages: { label: string }[]) => languages.map(({ label }) => label).join(', ')

/** Shows a title's picture or trailer, its brand, name, facts and group. */
export function TitleHead(props: { asset: ReplyOf<typeof getAsset>; children?: ReactNode }) {
  const { asset, children } = props
  const { group, sounds, subtitles } = asset
  const { t } = useLingui()
  return (
    <>
      {asset.preview_url === 'None' ? (
        <TitleFrame asset={asset} />
      ) : (
        <WithTrailer key={asset.kid} asset={asset}>
          <TitleFrame asset={asset} />
        </WithTrailer>
      )}
      <header className="grid justify-items-start gap-1.5">
        <p className="text-small text-ink-2">
          <BrandLine brand={asset.brand} />
        </p>
        <h1 className="text-d1 wrap-anywhere">
          <bdi>{asset.title}</bdi>
        </h1>
        <p className="text-small [word-break:keep-all] text-ink-2">
          <TitleFacts
            asset={asset}
            more={[
              sounds.length > 0 && t`Sound: ${namesOf(sounds)}`,
              subtitles.length > 0 && t`Subtitles: ${namesOf(subtitles)}`,
            ]}
          />
        </p>
        {group && (
          <p className="text-small text-ink-2">
            <Trans>
              Part of{' '}
              <Link
                to={`/group/${group.encrypted_id}`}
                className="inline-flex min-h-11 items-center"
              >
                <bdi>{group.name}</bdi>
              </Link>
            </Trans>
          </p>
        )}
        {children}
      </header>
    </>
  )
}
