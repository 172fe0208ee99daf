/** The words of what nobody can do here yet, with the words around them. */
const UNBUILT = /.{0,40}(\bauction|\bbid(s|der)?\b|オークション|入札).{0,40}/gi
const DOWNLOADS = /.{0,40}(\bdownload|ダウンロード).{0,40}/gi
/** Lists, papers and people's own data, which they do download. */
const FILES =
  /Download (a list|the list|CSV|the CSV|the year’s CSV)|CSV(ファイルで|ファイルを|を)ダウンロード|一覧をダウンロード|download what we keep|データのダウンロード/gi

/** Finds the words of auctions in a text. */
export const unbuiltIn = (text: string) => wordsIn(text, UNBUILT)

/** Finds the words of downloads of copies in a text. */
export const downloadsIn = (text: string) => wordsIn(text.replaceAll(FILES, ''), DOWNLOADS)

/** Finds the same words, and those of downloads, on the pages of a deal that allows none. */
export const unbuiltInDeal = (text: string) => [
  ...wordsIn(text, UNBUILT),
  ...wordsIn(text, DOWNLOADS),
  ...wordsIn(text, /\blend|auction|download/gi),
]

/** Finds the words of trades, and of what people want to trade for. */
export const tradesIn = (text: string) => [
  ...wordsIn(text, /.{0,40}(\btrad(e|es|ed|ing)\b|トレード|交換).{0,40}/gi),
  ...wordsIn(text, /.{0,40}(\bWant(ed)?\b|wanted list|ほしいもの|がほしい(?!の)).{0,40}/g),
]

/** Finds the words of gifts. */
export const giftsIn = (text: string) =>
  wordsIn(
    text,
    /.{0,40}(\bgift|\bGive (No\.|\d)|\bgive (it|a copy) away|ギフト|(?<!クーポン)を贈る|贈った|贈ること).{0,40}/gi,
  )

/** Finds the words of loans to friends. */
export const loansIn = (text: string) =>
  wordsIn(
    text,
    /.{0,40}(\bloans?\b|\blen(d|t|ds|ding)\b|\bborrow|友だちに貸|貸し借り|借りた).{0,40}/gi,
  )

/** Finds the words of sales by owners. */
export const resaleIn = (text: string) =>
  wordsIn(text, /.{0,40}(resell|resale|resold|sold on|再販|転売|再び販売).{0,40}/gi)

/** Finds the words of rentals by owners. */
export const rentingOutIn = (text: string) =>
  wordsIn(text, /.{0,40}(rent (it|them) out|rent out|rental by an owner|貸し出).{0,40}/gi)

const wordsIn = (text: string, words: RegExp) => [...text.matchAll(words)].map(([found]) => found)
