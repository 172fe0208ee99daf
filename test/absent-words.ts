/** The words of what nobody can do here yet, with the words around them. */
const UNBUILT =
  /.{0,40}(\blend(s|ing)?\b|\bauction|\bbid(s|der)?\b|\bdownload|オークション|入札|ダウンロード|貸与).{0,40}/gi
/** Lists and papers, which people do download. */
const FILES =
  /Download (a list|the list|CSV|the CSV|the year’s CSV)|CSV(ファイルで|ファイルを|を)ダウンロード|一覧をダウンロード/gi

/** Finds the words of loans, auctions and downloads in a text, except those of files. */
export const unbuiltIn = (text: string) => wordsIn(text.replaceAll(FILES, ''), UNBUILT)

/** Finds the same words on the pages of a deal, which have no files and no lenders. */
export const unbuiltInDeal = (text: string) => [
  ...wordsIn(text, UNBUILT),
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

/** Finds the words of sales by owners. */
export const resaleIn = (text: string) =>
  wordsIn(text, /.{0,40}(resell|resale|resold|sold on|再販|転売|再び販売).{0,40}/gi)

/** Finds the words of rentals by owners. */
export const rentingOutIn = (text: string) =>
  wordsIn(text, /.{0,40}(rent (it|them) out|rent out|rental by an owner|貸し出).{0,40}/gi)

const wordsIn = (text: string, words: RegExp) => [...text.matchAll(words)].map(([found]) => found)
