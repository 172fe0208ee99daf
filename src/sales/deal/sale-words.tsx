import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Licence } from '#src/catalog/asset/licence.tsx'
import { isForSale } from '#src/ui/board.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DealWords } from './deal-words.tsx'
import { rentalWords } from './rental-words.tsx'

/** Says what the creator would receive of a resale at the same price. */
function OfResale({ rate, price }: { rate: number; price: number }) {
  if (rate === 0) return <Trans>The creator takes no share of resales.</Trans>
  const yen = formatYen(Math.floor((price * rate) / 100))
  return <Trans>If it is resold at this price, the creator receives {yen}.</Trans>
}

/** The words on screen of a sale. */
export const saleWords: DealWords = {
  OnlyInJapan: () => <Trans>You can buy and watch it in Japan only. You were not charged.</Trans>,
  Held: ({ copies, time }) =>
    copies === 1 ? (
      <Trans>
        You have started to pay. We hold this copy for another <TimeLeft {...time} />.
      </Trans>
    ) : (
      <Trans>
        You have started to pay. We hold these copies for another <TimeLeft {...time} />.
      </Trans>
    ),
  isAvailable: isForSale,
  NoOther: () => <Trans>No other numbers can be bought right now.</Trans>,
  Others: ({ count }) => (
    <Plural
      value={count}
      one="# other number can be bought."
      other="# other numbers can be bought."
    />
  ),
  seller: msg`Seller`,
  Royalty: ({ asset, price }) => {
    const rate = asset.creator_royalty_rate ?? 0
    return (
      <>
        {asset.secondary_sale_enabled && (
          <>
            <OfResale rate={rate} price={price} />
            <Gap />
          </>
        )}
        <rentalWords.Royalty asset={asset} price={price} />
      </>
    )
  },
  Licence,
  Listed: ({ count, number }) =>
    number === undefined ? (
      <Plural
        value={count}
        one="# copy goes on sale in a moment."
        other="# copies go on sale in a moment."
      />
    ) : (
      <Trans>No. {number} goes on sale in a moment.</Trans>
    ),
  Delisted: ({ count, number }) =>
    number === undefined ? (
      <Plural
        value={count}
        one="# copy is no longer for sale."
        other="# copies are no longer for sale."
      />
    ) : (
      <Trans>No. {number} is no longer for sale.</Trans>
    ),
  delist: (i18n, count, number) => ({
    title:
      count === 1
        ? i18n._(msg`Stop selling No. ${number}?`)
        : i18n._(msg`Stop selling ${count} copies?`),
    still: i18n._(msg`Some copies are still for sale`),
    keep: i18n._(msg`You stay the owner and can list again at any time.`),
    goOn: i18n._(msg`Keep selling`),
    action: i18n._(msg`Stop selling`),
  }),
  cancelTitle: msg`Cancel the purchase · Renban`,
  success: {
    title: msg`Purchase · Renban`,
    none: msg`No purchase to show here`,
    place: msg`Everything you bought is in your collection.`,
    slow: msg`This is taking longer than usual. You can leave this page. What you bought will be added to your collection automatically.`,
    NotDone: ({ number, copies }) =>
      copies === 1 ? (
        <Trans>No. {number} was not bought</Trans>
      ) : (
        <Trans>None of the {copies} copies was bought</Trans>
      ),
  },
  Found: () => <Trans>It is in your collection or will be in a moment.</Trans>,
  list: { to: '/asset', Label: () => <Trans>My collection</Trans> },
}
