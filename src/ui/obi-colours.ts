/** The traditional colours a strip may have, stored by name. There is no red: vermilion is yours. */
export const obiColours = [
  'sumi',
  'gunjo',
  'matsuba',
  'asagi',
  'fuji',
  'yamabuki',
  'kobicha',
  'kinari',
  'nezu',
] as const
export type ObiColour = (typeof obiColours)[number]
