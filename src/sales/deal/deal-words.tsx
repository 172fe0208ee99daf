import type { I18n, MessageDescriptor } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { BoardCell } from '#src/ui/board.ts'
import type { TimeLeft } from '#src/ui/countdown.tsx'
import type { CopyDeal, Deal } from './deal.shared.ts'
import { rentalWords } from './rental-words.tsx'
import { saleWords } from './sale-words.tsx'

interface DelistWords {
  title: string
  still: string
  keep: string
  goOn: string
  action: string
}

interface SuccessWords {
  title: MessageDescriptor
  /** The heading of the page for a visitor without such a deal. */
  none: MessageDescriptor
  /** Says where everything acquired by this kind of deal can be found. */
  place: MessageDescriptor
  /** Says that a slow payment needs no waiting. */
  slow: MessageDescriptor
  /** Says that the payment failed: of one number, or of several copies. */
  NotDone: ComponentType<{ number: number; copies: number }>
}

/** The words on screen of one kind of deal in copies. */
export interface DealWords {
  /** Says that the title cannot be had outside Japan. */
  OnlyInJapan: ComponentType
  /** Says how long copies are held for the buyer. */
  Held: ComponentType<{ copies: number; time: Parameters<typeof TimeLeft>[0] }>
  /** Returns whether a number can be had by this kind of deal. */
  isAvailable: (cell: BoardCell) => boolean
  NoOther: ComponentType
  Others: ComponentType<{ count: number }>
  /** The name of the seller's role. */
  seller: MessageDescriptor
  /** Says what the creator receives of later deals that the title allows, at `price` yen. */
  Royalty: ComponentType<{ asset: Asset; price: number }>
  /** States what a buyer gets. */
  Licence: ComponentType<{ asset: Asset }>
  /** Says how many copies, or which number, will be offered in a moment. */
  Listed: ComponentType<{ count: number; number: number | undefined }>
  /** Says how many copies, or which number, are no longer offered. */
  Delisted: ComponentType<{ count: number; number: number | undefined }>
  /** Returns the words of the dialog that delists copies: one named by its number, or many. */
  delist: (i18n: I18n, count: number, number: number) => DelistWords
  /** The title of the page that cancels a payment. */
  cancelTitle: MessageDescriptor
  /** The words of the page that shows how a payment ended. */
  success: SuccessWords
  /** Says where a copy that was paid already can be found. */
  Found: ComponentType
  /** The page where everything acquired by this kind of deal is listed. */
  list: { to: string; Label: ComponentType }
}

/** Mark the kinds of deal in an operator's table; undefined for the usual kind. */
export const dealTags: Record<Deal, ComponentType | undefined> = {
  sale: undefined,
  rental: () => <Trans>Rental</Trans>,
  distribution: () => <Trans>Free distribution</Trans>,
  top_up: () => <Trans>Top-up</Trans>,
  free_rental: () => <Trans>Free rental</Trans>,
}

/** The words of every kind of deal in copies. */
export const dealWords: Record<CopyDeal, DealWords> = { sale: saleWords, rental: rentalWords }
