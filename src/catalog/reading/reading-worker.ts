import { parentPort } from 'node:worker_threads'
import lindera from 'lindera-wasm-nodejs-ipadic'

// Runs in a thread of its own, which ends when nothing is left to read: the dictionary takes 150 MB.

interface Word {
  surface: string
  /** Katakana, as it is written (`ハ`) and as it is spoken (`ワ`); not of words that are not in the dictionary. */
  reading?: string
  pronunciation?: string
}

const builder = new lindera.TokenizerBuilder()
builder.setDictionary('embedded://ipadic')
const tokenizer = builder.build()

const spell = (words: Word[], as: 'reading' | 'pronunciation') =>
  words.map((word) => known(word[as]) ?? word.surface).join('')
const known = (kana: string | undefined) => (kana && kana !== '*' ? kana : undefined)

parentPort!.on('message', (text: string) => {
  const words = tokenizer.tokenize(text) as Word[]
  parentPort!.postMessage([spell(words, 'reading'), spell(words, 'pronunciation')])
})
