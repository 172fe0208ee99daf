import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Markdown } from '#src/ui/markdown.tsx'

const Credits = lazyPart(
  'credits',
  async () => (await import('#src/catalog/asset/credits.tsx')).Credits,
)

/** Shows the description of a title, and who made it. */
export function AboutTitle({ asset }: { asset: ReplyOf<typeof getAsset> }) {
  return (
    <section aria-labelledby="about" className="border-t border-line pt-6">
      <h2 id="about" className="mb-3 text-h2">
        <About kind={asset.media_type} />
      </h2>
      <Markdown html={asset.description_html} />
      {asset.credits !== '' && <Credits text={asset.credits} />}
    </section>
  )
}

function About({ kind }: { kind: string }) {
  if (kind === 'video') return <Trans>About this film</Trans>
  if (kind === 'audio') return <Trans>About this music</Trans>
  if (kind === 'image') return <Trans>About this picture</Trans>
  return <Trans>About this title</Trans>
}
