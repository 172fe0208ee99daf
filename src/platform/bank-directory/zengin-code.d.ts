/** Codes and names of Japan's banks. The package has no types of its own. */
declare module 'zengin-code' {
  interface Place {
    code: string
    name: string
    /** Katakana without small ones, full-width capitals, dashes and dots. */
    kana: string
    hira: string
    roma: string
  }
  const banks: Record<string, Place & { branches: Record<string, Place> }>
  export default banks
}
