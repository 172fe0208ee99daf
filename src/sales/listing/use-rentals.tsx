import { useLiveQuery } from '#core/http/ask.ts'
import { getRentalTerms, type RentalTerms } from './rental-terms.shared.ts'

/** Keeps the creator's rentals up to date. */
export const useRentals = (kid: string, initial: RentalTerms | null, refetchInterval: number) =>
  useLiveQuery(getRentalTerms, { id: kid }, { initial, refetchInterval })
