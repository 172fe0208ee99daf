import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { lastNumber, obiOf } from '#src/asset/title-card.tsx'
import { Serial } from '#src/ui/serial.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { Tile } from '#src/ui/tile.tsx'
import type { Offer } from './confirm-page.tsx'

/** What is bought, from whom, and on which terms (特定商取引法 12-6). */
export function Terms({ asset, copy }: Pick<Offer, 'asset' | 'copy'>) {
  const { number } = copy
  const obi = { ...obiOf(asset), number, name: null }
  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex items-end gap-5">
        <div className="w-32 flex-none sm:w-42">
          <Tile obi={obi} media={asset.media_type} poster={asset.poster} sizes="168px" eager />
        </div>
        <div className="min-w-0">
          {asset.brand && <p className="text-small text-ink-2">{asset.brand.name}</p>}
          <p className="mb-3 text-h2 wrap-anywhere">{asset.title}</p>
          <Serial
            number={number}
            of={asset.copies_count}
            last={lastNumber(asset)}
            className="text-[3.5rem]"
          />
        </div>
      </div>
      <Facts
        facts={[
          [<Trans key="n">Seller</Trans>, copy.owner_username],
          [<Trans key="n">Quantity</Trans>, <Trans key="v">One numbered copy</Trans>],
          [
            <Trans key="n">Delivery</Trans>,
            <Trans key="v">At once, usually within a minute</Trans>,
          ],
          [
            <Trans key="n">Payment</Trans>,
            <Trans key="v">Balance when you press the button, card on the next page</Trans>,
          ],
          [<Trans key="n">Extra costs</Trans>, <Trans key="v">None but your own connection</Trans>],
        ]}
      />
      <Note>
        <b className="font-semibold">
          <Trans>You can watch, lend, trade or sell this copy.</Trans>
        </b>{' '}
        <Trans>
          It is a licence to view. Until you have paid you can go back at any time; once it is in
          your collection it cannot be returned.
        </Trans>{' '}
        <Link to="/legal">
          <Trans>Sale terms</Trans>
        </Link>
      </Note>
    </div>
  )
}
