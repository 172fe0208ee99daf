import { Trans } from '@lingui/react/macro'
import { useEndpointRead } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import {
  type Asset,
  type getAsset,
  listBrandAssets,
  listListedAssets,
} from '#src/catalog/asset/asset.shared.ts'
import { ROW, TitleRow } from '#src/catalog/asset/title-row.tsx'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { listGroupContents } from '#src/catalog/group/group.shared.ts'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'

/** Rows of other titles under a title: of its group, of its brand, and for sale of the same kind. */
export function MoreTitles(props: { asset: ReplyOf<typeof getAsset>; now: string }) {
  const { asset, now } = props
  const { kid, brand, brand_id, group, media_type } = asset
  const tradeFlag = useInMenu('trading_history')
  const ofGroup = useEndpointRead(
    listGroupContents,
    group ? { id: group.encrypted_id, limit: ROW + 1 } : undefined,
  )
  const ofBrand = useEndpointRead(
    listBrandAssets,
    brand_id ? { brand_id, limit: 2 * ROW + 1 } : undefined,
  )
  const ofKind = useEndpointRead(listListedAssets, {
    listing_type: 'sale',
    media_type,
    limit: 3 * ROW + 1,
  })
  const asked = [ofKind, ...(group ? [ofGroup] : []), ...(brand_id ? [ofBrand] : [])]
  if (asked.some(({ reply, error }) => !reply && !error)) return null // a row that fails is left out

  const shown = new Set([kid])
  /** Takes the titles of the next row, which stand in no other. */
  const take = ({ reply }: typeof ofKind, isWanted: (asset: Asset) => boolean = () => true) => {
    const next = (reply?.items ?? [])
      .filter((item) => !shown.has(item.kid) && isWanted(item))
      .slice(0, ROW)
    next.forEach((item) => shown.add(item.kid))
    return next
  }
  const isOpen = ({ sale_starting_at: at }: Asset) => at === null || at <= now
  const facts = { now, tradeFlag, Coming: LazyCardReminder }
  return (
    <>
      {group && (
        <TitleRow
          heading={
            <Trans>
              More from <bdi>{group.name}</bdi>
            </Trans>
          }
          items={take(ofGroup)}
          all={`/group/${group.encrypted_id}`}
          {...facts}
        />
      )}
      {brand && (
        <TitleRow
          heading={
            <Trans>
              More from <bdi>{brand.name}</bdi>
            </Trans>
          }
          items={take(ofBrand)}
          all={`/brand/${brand.account}`}
          {...facts}
        />
      )}
      <TitleRow
        heading={<OthersLike kind={media_type} />}
        items={take(ofKind, isOpen)}
        all={`/?listing_type=sale&media_type=${media_type}`}
        {...facts}
      />
    </>
  )
}

function OthersLike({ kind }: { kind: string }) {
  if (kind === 'video') return <Trans>Other films for sale</Trans>
  if (kind === 'audio') return <Trans>Other music for sale</Trans>
  if (kind === 'image') return <Trans>Other pictures for sale</Trans>
  return <Trans>Other titles for sale</Trans>
}
