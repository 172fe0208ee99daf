import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { isForSale } from '#src/ui/board.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import type { DealWords } from './deal-words.tsx'

/** What screens say of a sale. */
export const saleWords: DealWords = {
  tag: undefined,
  OnlyInJapan: () => (
    <Trans>It can be bought and watched in Japan only. Nothing was charged.</Trans>
  ),
  Held: ({ copies, time }) =>
    copies === 1 ? (
      <Trans>
        You have begun to pay. It stays yours to buy for <TimeLeft {...time} />.
      </Trans>
    ) : (
      <Trans>
        You have begun to pay. They stay yours to buy for <TimeLeft {...time} />.
      </Trans>
    ),
  isAvailable: isForSale,
  NoOther: () => <Trans>No other number can be bought now.</Trans>,
  Others: ({ count }) => (
    <Plural
      value={count}
      one="# other number can be bought."
      other="# other numbers can be bought."
    />
  ),
  cancelTitle: msg`Cancel the purchase · Renban`,
  Found: () => <Trans>It is in your collection, or will be in a moment.</Trans>,
  list: { to: '/asset', Label: () => <Trans>My collection</Trans> },
}
