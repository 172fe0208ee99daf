import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { watchPath } from '#src/catalog/asset/watch-link.tsx'
import { ShareCopyButton } from '#src/sales/share/share-copy.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { CopyShown } from './copy-shown.tsx'
import { PaidBy } from './paid-by.tsx'
import type { Purchase } from './purchase.shared.ts'

/** Shows a copy that has just become the reader's: the strip unrolls and the seal is pressed, once. */
export function Yours({ purchase, asset }: { purchase: Purchase; asset: Asset }) {
  const { t, i18n } = useLingui()
  const isFirst = useFirstTime(purchase.id)
  const { number, settled_at } = purchase
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <title>{t`No. ${number} is yours · Renban`}</title>
      <div>
        {settled_at && (
          <p className="mb-1.5 text-small text-ink-2">
            <Trans>Added to your collection, {formatDateTime(settled_at, i18n.locale)}</Trans>
          </p>
        )}
        <h1 className="text-d1" aria-live="polite">
          <Trans>No. {number} is yours</Trans>
        </h1>
      </div>
      <CopyShown key={String(isFirst)} asset={asset} number={number} unroll={isFirst}>
        <Seal size="large" press={isFirst} />
      </CopyShown>
      <p className="max-w-[46ch] text-ink-2">
        <Trans>The seal reads 蔵, “kept”. It marks every copy you own.</Trans>
        <br />
        <PaidBy of={purchase} />
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <ToTitle asset={asset} number={number} />
        <ShareCopyButton
          asset_token_id={purchase.asset_token_id}
          number={number}
          title={asset.title}
        />
        <LinkButton look="plain" to="/asset">
          <Trans>My collection</Trans>
        </LinkButton>
        {purchase.drawn && (
          <LinkButton look="plain" to={`/draws/${purchase.order_id}`}>
            <Trans>How it was drawn</Trans>
          </LinkButton>
        )}
        <LinkButton look="plain" to={`/receipts/${purchase.id}`}>
          <Trans>Receipt</Trans>
        </LinkButton>
      </div>
    </div>
  )
}

/** The buttons that play a title and lead to the page of a copy. */
export function ToTitle({ asset, number }: { asset: Asset; number: number }) {
  return (
    <>
      <LinkButton look="main" icon="play" to={watchPath(asset.kid, number)}>
        <Open kind={asset.media_type} />
      </LinkButton>
      <LinkButton to={`/asset/${asset.kid}?no=${number}`}>
        <Trans>See the title</Trans>
      </LinkButton>
    </>
  )
}

/** The verb for a work of this kind: watch, listen, look. */
function Open({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'video') return <Trans>Watch now</Trans>
  if (kind === 'audio') return <Trans>Listen now</Trans>
  return <Trans>View now</Trans>
}

const firstTimes = new Map<string, boolean>()
const never = () => () => {}

/** Plays the animation once per purchase and browser; later visits show the final state. */
function useFirstTime(id: string): boolean {
  useEffect(() => () => void firstTimes.set(id, false), [id])
  return useSyncExternalStore(
    never,
    () => isFirstTime(id),
    () => false,
  )
}

function isFirstTime(id: string): boolean {
  const name = `yours ${id}`
  const isFirst = firstTimes.get(id) ?? localStorage.getItem(name) === null
  firstTimes.set(id, isFirst)
  localStorage.setItem(name, 'seen')
  return isFirst
}
