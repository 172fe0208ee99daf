/** Returns true for the name that a deleted account has instead of a username. */
export const isPseudonym = (username: string) => /^deleted-[0-9a-f]{10}$/.test(username)
