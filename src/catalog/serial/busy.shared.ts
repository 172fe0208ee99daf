/** The refusals of a copy that is in a deal, in the order in which they are looked for. */
export const busyCodes = [
  'serial_rented',
  'serial_being_purchased',
  'already_listed',
  'serial_in_deal',
  'serial_reserved',
  'serial_offered_in_trade',
  'serial_frozen',
] as const
export type BusyCode = (typeof busyCodes)[number]
