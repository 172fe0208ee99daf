/** Returns a `like` pattern that matches texts containing `text`, with wildcards escaped. */
export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
