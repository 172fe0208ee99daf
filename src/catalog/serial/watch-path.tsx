/** Returns the path of the player for a copy; without a number, for the copy last chosen. */
export const watchPath = (kid: string, number?: number) =>
  `/asset/${kid}/watch${number === undefined ? '' : `?no=${number}`}`
