import type { ReactNode } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { BrandLine, TitleFacts } from '#src/catalog/asset/title-facts.tsx'
import { TitleFrame } from '#src/catalog/asset/title-frame.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import '#src/media/playback/player.css' // of the trailer's button, before its code is there

const WithTrailer = lazyPart(
  'trailer',
  async () => (await import('#src/media/playback/trailer.tsx')).WithTrailer,
  { Meanwhile: ({ children }) => children, isSeenFirst: true },
)

/** Shows a title's picture or trailer, its brand, name and facts. */
export function TitleHead({ asset, children }: { asset: Asset; children?: ReactNode }) {
  return (
    <>
      {asset.preview_url === 'None' ? (
        <TitleFrame asset={asset} />
      ) : (
        <WithTrailer asset={asset}>
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
        <p className="text-small text-ink-2">
          <TitleFacts asset={asset} />
        </p>
        {children}
      </header>
    </>
  )
}
