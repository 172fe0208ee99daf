/** Finds where lines may break (UAX 14), https://github.com/devongovett/linebreaker. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** Returns the next position at which a line may end; null after the end of the text. */
    nextBreak(): { position: number } | null
  }
}
