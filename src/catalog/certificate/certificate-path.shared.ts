/** Returns the path of a copy's certificate, which everybody may open. */
export const certificatePath = (asset_token_id: string) => `/certificate/${asset_token_id}`
