/** Where a copy is watched, heard or looked at. */
export const watchPath = (kid: string) => `/asset/${kid}/watch`
