import MiniSearch from 'minisearch'

/** A text to be found: a question with its whole answer. */
interface Entry {
  id: string
  title: string
  answer: string[]
}

const SHORT = 3 // letters; shorter words are compared without typing errors

/**
 * Returns a function that finds the entries that answer what was typed, the best first: those that have
 * all its words, or else some of them. Words may be begun or have a typing error; accents do not count.
 * The first call makes the index.
 *
 * @param locale The language of the entries, which tells where its words end.
 */
export function helpSearch<E extends Entry>(entries: E[], locale: string): (typed: string) => E[] {
  let index: MiniSearch<E> | undefined
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return (typed) => {
    index ??= indexOf(entries, locale)
    const all = index.search(typed, { combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(typed)
    return found.flatMap(({ id }) => byId.get(id) ?? [])
  }
}

function indexOf<E extends Entry>(entries: E[], locale: string): MiniSearch<E> {
  const words = new Intl.Segmenter(locale, { granularity: 'word' })
  const index = new MiniSearch<E>({
    fields: ['title', 'answer'],
    tokenize: (text) =>
      [...words.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
    processTerm: plainWord,
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      fuzzy: (word) => word.length > SHORT && 0.2,
    },
  })
  index.addAll(entries)
  return index
}

const plainWord = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
