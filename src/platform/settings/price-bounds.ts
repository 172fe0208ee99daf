import type { ErrorParams } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

interface Refusal {
  code: 'price_out_of_bounds'
  params: ErrorParams
}

/** Returns the refusal of a price that the platform does not allow, or undefined. */
export function priceRefusal(price: number, settings: Settings): Refusal | undefined {
  const { price_min: minimum, price_max: maximum } = settings
  const isWithin = price >= minimum && price <= maximum
  return isWithin ? undefined : { code: 'price_out_of_bounds', params: { minimum, maximum } }
}
