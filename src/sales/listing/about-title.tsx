import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { creditsIn } from '#src/catalog/asset/credits.shared.ts'
import { Markdown } from '#src/ui/markdown.tsx'

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

function Credits({ text }: { text: string }) {
  return (
    <>
      <h3 className="mt-6 mb-2 text-label font-semibold">
        <Trans>Credits</Trans>
      </h3>
      <dl className="grid max-w-[66ch] grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1.5">
        {creditsIn(text).map(({ role, name }, i) => (
          <div key={i} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2 wrap-anywhere">
              <bdi>{role}</bdi>
            </dt>
            <dd className="wrap-anywhere">
              <bdi>{name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function About({ kind }: { kind: string }) {
  if (kind === 'video') return <Trans>About this film</Trans>
  if (kind === 'audio') return <Trans>About this music</Trans>
  if (kind === 'image') return <Trans>About this picture</Trans>
  return <Trans>About this title</Trans>
}
