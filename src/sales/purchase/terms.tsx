import { Plural, Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Licence } from '#src/catalog/asset/licence.tsx'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { NoticeLink } from '#src/catalog/seller-notice/notice-link.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Money } from '#src/ui/money.tsx'
import { Serial } from '#src/ui/serial.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { Tile } from '#src/ui/tile.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { LiveOffer } from './live-offer.tsx'

/** Shows what is bought, from whom, and on which terms. */
export function Terms(props: LiveOffer & { hasNotice: boolean }) {
  const { asset, offered, price, hasNotice } = props
  const { number, is_primary } = offered[0]!
  const sellers = [...new Set(offered.map(({ owner_username }) => owner_username))]
  return (
    <TermsSheet
      asset={asset}
      number={number}
      facts={[
        [<Trans key="n">Seller</Trans>, sellers.join(', ')],
        [
          <Trans key="n">Quantity</Trans>,
          <Plural key="v" value={offered.length} one="# numbered copy" other="# numbered copies" />,
        ],
        priceFact(price),
        ...payingFacts,
        ...(asset.sale_ending_at !== null && is_primary
          ? [
              [
                <Trans key="n">On sale until</Trans>,
                <UpcomingDateTime key="v" at={asset.sale_ending_at} />,
              ] as const,
            ]
          : []),
      ]}
      hasNotice={hasNotice && offered.some((copy) => copy.is_primary)}
      licence={<Licence asset={asset} />}
      cancelling={
        <Trans>
          Free until you pay. Copies cannot be returned. Late payments are refunded automatically.
        </Trans>
      }
    />
  )
}

type FactRows = ComponentProps<typeof Facts>['facts']

/** Returns the fact about the price. */
export const priceFact = (price: number): FactRows[number] => [
  <Trans key="n">Price, tax included</Trans>,
  <Money key="v" yen={price} className="font-semibold" />,
]

/** The facts about delivery and payment. */
export const payingFacts: FactRows = [
  [<Trans key="n">Delivery</Trans>, <Trans key="v">Immediate, usually within a minute</Trans>],
  [
    <Trans key="n">Payment</Trans>,
    <Trans key="v">Balance when you press the button, card on the next page</Trans>,
  ],
  [<Trans key="n">Extra costs</Trans>, <Trans key="v">None, apart from your data charges</Trans>],
]

/** Shows the copy and what the law requires on the last page before paying (特定商取引法 12-6). */
export function TermsSheet(props: {
  asset: Asset
  number: number
  facts: FactRows
  /** True if the creator offers it and sells as a business. */
  hasNotice: boolean
  licence: ReactNode
  cancelling: ReactNode
}) {
  const { asset, number, facts, hasNotice, licence, cancelling } = props
  const obi = { ...obiOf(asset), number, name: null }
  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex items-end gap-5">
        <div className="w-32 flex-none sm:w-42">
          <Tile obi={obi} media={asset.media_type} poster={asset.poster} sizes="168px" eager />
        </div>
        <div className="min-w-0">
          {asset.brand && (
            <p className="text-small text-ink-2">
              <NameOfBrand brand={asset.brand} />
            </p>
          )}
          <p className="mb-3 text-h2 wrap-anywhere">
            <bdi>{asset.title}</bdi>
          </p>
          <Serial
            number={number}
            of={asset.copies_count}
            last={lastNumber(asset)}
            className="text-[3.5rem]"
          />
        </div>
      </div>
      <Facts facts={facts} />
      <Note>
        <p>{licence}</p>
        <p className="mt-2">
          <b className="font-semibold">
            <Trans>Cancellation</Trans>
          </b>{' '}
          {cancelling}
          <Gap />
          <Link to="/legal">
            <Trans>Sale terms</Trans>
          </Link>
          {hasNotice && asset.brand && (
            <>
              <Gap />
              <NoticeLink account={asset.brand.account} />
            </>
          )}
        </p>
      </Note>
    </div>
  )
}
