/** Where a copy is watched, heard or looked at; without its number, of several the one last chosen. */
export const watchPath = (kid: string, number?: number) =>
  `/asset/${kid}/watch${number === undefined ? '' : `?no=${number}`}`
