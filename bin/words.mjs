// Checks the words and sentences of the repository: no retired word, no reference to a document that
// is not in it, no phrase on screen that is not in our voice, Japanese words as in the glossary, doc
// comments that begin with a verb or a noun, British spelling, no space after a sentence on a page
// where Japanese has none. Prints each line that breaks a rule.
// Usage: node bin/words.mjs [PATH …]
import { globSync, readFileSync, statSync } from 'node:fs'

const OPENINGS_MAX = 0.02 // share of doc comments that may begin with a pronoun or a preposition
const DEMO = /^demo\// // texts of the demo's titles
const UNREAD =
  /\.(avif|flac|jpe?g|m4a|mmdb|mp[34]|pdf|png|ttf|wav|webm|webp|woff2)$|^package-lock|^demo\/(art|media|studio)\//

/**
 * The retired words, each with the word to use. `but` matches the paths, and `except` the lines, where
 * another sense is meant: its comment says which.
 */
const retired = [
  { word: /\bhouses?\b/i, use: 'app, platform or operator', but: DEMO, except: /Ice House/ },
  {
    word: /(?<!waiting[ -])\brooms?\b/i,
    use: 'module',
    but: /^demo\/|waiting|^bench\/drop|tables\.ts$|access-|owner-|draws?\b|purchase-refused/, // a waiting room
    except: /waiting|seed is fixed|the other rooms/i,
  },
  { word: /\b(doors?|opener)\b/i, use: 'route, dispatch', but: DEMO },
  { word: /\bknock(s|ed|ing)?\b/i, use: 'request' },
  {
    word: /\bacts?\b/i,
    use: 'action',
    but: /database\/(events|tables)\.ts$|^bench\/one-(sale|swap)\.sql$|^test\/listing-states/, // the column of `event`
    except: /\bAct (on|Enforcement)\b|Tax Act\b|'act'/, // laws, and the same column in queries
  },
  {
    word: /(?<!\.)\bshapes?\b/i,
    use: 'shared, schema',
    but: /^src\/ui\/|^src\/sales\/share\/|^bin\/icons\.mjs$/,
    except: /shape=/,
  }, // of pictures
  { word: /\b(later|laterAll)\(/, use: 'enqueue' },
  { word: /\b(enter|move|moveAll)\(\s*tx/, use: 'insertWithEvent, transition' },
  { word: /\bme\(ctx/, use: 'currentPerson' },
  { word: /\b(grouped|laneOf|lanes?)\b/i, use: 'batch, partition', but: /^demo\/|statement/ }, // a brand; rows of a statement
  { word: /\bpurses?\b/i, use: 'BuyerState' },
  { word: /\bstand-?ins?\b/i, use: 'emulator', but: /^src\/(secrets|config\.test)\.ts$/ },
  { word: /\b(the|an) outside\b|\boutside\//i, use: 'integrations' },
  {
    word: /\b(street|bazaar|mortal|tidy|planted|strangers?)\b/i,
    use: 'fixtures, crash test, mutation, other people',
    but: DEMO,
  },
  { word: /(?<!demo )\bworlds?\b/i, use: 'test app', but: /^demo\/|^src\/i18n\/po\// }, // the real one
]

/** Phrases that no English text on screen has: our voice does not hurry, plead or talk shop. */
const unsaid = [
  { phrase: /!/, use: 'a full stop' },
  { phrase: /\bplease note\b/i, use: 'what to do' },
  { phrase: /\boops\b/i, use: 'what happened' },
  { phrase: /\bsuccessfully\b/i, use: 'the verb alone' },
  { phrase: /\bNFTs?\b/, use: 'copy' },
  { phrase: /\bmint(s|ed|ing)?\b/i, use: 'publish, issue' },
  { phrase: /\btokens?\b/i, use: 'copy', except: /\bBearer TOKEN\b/ }, // of the API
  { phrase: /\bwhoever\b/i, use: 'people who' },
  { phrase: /\bof every later sale\b/i, use: 'when a copy is resold' },
  { phrase: /\be-mail/i, use: 'email' },
  { phrase: /[\d}] %/, use: 'no space before %' },
  { phrase: /\b(nobody|somebody|everybody)\b/i, use: 'no one, someone or everyone' },
  { phrase: /\bby itself\b/i, use: 'automatically' },
  { phrase: /\bstands? here\b/i, use: 'appears here' },
  { phrase: /\bthe house\b/i, use: 'Renban' },
  { phrase: /\bmended\b/i, use: 'fixed' },
  { phrase: /\bis undone\b/i, use: 'is reversed' },
  { phrase: /\bunder way\b/i, use: 'in progress' },
  { phrase: /\b(being bought|time ran out|it is time)\b/i, use: 'what happens to the payment' },
  { phrase: /\bdid not (load|open)\b/i, use: 'could not be loaded or opened' },
  { phrase: /\bmaking versions\b/i, use: 'converting' },
  { phrase: /^to (rent|trade)$|[#}] to (rent|trade)\b/i, use: 'for rent, for trade' },
  { phrase: /^State$|\bin this state\b/, use: 'status' },
  { phrase: /, (in )?(yen|¥|%|days|hours|minutes)$/, use: 'the unit in parentheses' },
]

/** Phrases that no Japanese text on screen has. */
const unsaidInJapanese = [
  { phrase: /あなた/, use: '自分, ご自身 or no pronoun' },
  { phrase: /[}>] [ぁ-ん]/, use: 'no space before kana' },
  { phrase: /[ぁ-んァ-ヶ一-龥] ?[!?]/, use: 'a full-width mark' },
]
const ABSENT =
  /\breadings? [A-Z]\d|\b(product|readings|calls|japan|money|media|chain|security|stack|ui)\.md\b|\bspec\/|\bdesign\//
/** American spellings. */
const AMERICAN =
  /\b(cancel(ed|ing)|colors?|center(s|ed)?|licenses?|behaviors?|favorites?|gray|recogniz\w+)\b/i
const NAMED = /color space|\bLicense\b/ // titles of papers and licences
const GIVEN = /^docs\/acceptance\.md$/ // a list that was given
/** A comment, a test's title, a line of a document or an English text. Code in it has backquotes. */
const PROSE =
  /^(?:\s*\/?\*\*?|(?:.*?\s)?\/\/) (?<comment>.*)$|^test\('(?<title>.*)',|^msgid "(?<text>.*)"$/
/** A space after a translated sentence: right in English, wrong in Japanese. */
const SPACED =
  /(?:[.?]\s*<\/Trans>|[.?]["`]\s*\/>|<RefusalText[^<>]*\/>)(?:\s*\)?\})?(?:\s*\{' '\}| (?=[<{]))/g
const OPENING =
  /^(?:of|what|who|whose|whom|whether|which|where|when|while|why|how|it|its|he|she|they|their|them|this|that|these|those|here|there|nobody|somebody|everybody|anybody|nothing|something|everything|one|one's|we|our|you|your|by|in|on|at|from|to|with|without|for|after|before|until|as|if|under|over|between|beside|behind|about|through)\b/i

/** Several words in a row, which no two languages have in common. */
const SENTENCE = /\p{Ll}+ \p{Ll}+ \p{Ll}+/u

const FOLDERS = ['bench', 'bin', 'decisions', 'demo', 'deploy', 'docs', 'src', 'test']
const paths = process.argv.slice(2)
const patterns =
  paths.length > 0
    ? paths.flatMap((path) => [path, `${path}/**`])
    : ['*', ...FOLDERS.map((folder) => `${folder}/**`)]
const files = globSync(patterns).filter(
  (path) => statSync(path).isFile() && !UNREAD.test(path) && path !== 'bin/words.mjs',
)
const faults = []
let comments = 0
const openings = []
for (const path of files) {
  const text = readFileSync(path, 'utf8')
  const isHistory = /^(decisions|db\/migrations)\/|^CHANGELOG/.test(path) // written once, never edited
  for (const [i, line] of text.split('\n').entries()) {
    if (ABSENT.test(line) && !isHistory)
      faults.push(`${path}:${i + 1}: names a document that is not here: ${line.trim()}`)
    if (isHistory) continue
    const { comment, title, text: shown } = PROSE.exec(line)?.groups ?? {}
    const prose = (path.endsWith('.md') ? line : (comment ?? title ?? shown ?? '')).replaceAll(
      /`[^`]*`|"[^"]*"/g,
      '',
    )
    if (AMERICAN.test(prose) && !NAMED.test(prose) && !GIVEN.test(path))
      faults.push(`${path}:${i + 1}: spell “${AMERICAN.exec(prose)[0]}” as in British English`)
    for (const { word, use, but, except } of retired)
      if (word.test(line) && !but?.test(path) && !except?.test(line))
        faults.push(
          `${path}:${i + 1}: say ${use} instead of “${word.exec(line)[0]}”: ${line.trim()}`,
        )
  }
  if (path.endsWith('.tsx'))
    for (const { 0: sentence, index } of text.matchAll(SPACED)) {
      const at = text.slice(0, index + sentence.length).split('\n').length
      faults.push(`${path}:${at}: put <Gap /> after a translated sentence instead of a space`)
    }
  if (!/\.(tsx?|mjs)$/.test(path)) continue
  for (const [whole, first] of text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\n]*)/g)) {
    comments++
    const before = text.slice(0, text.indexOf(whole)).split('\n').length
    if (OPENING.test(first)) openings.push(`${path}:${before}: begin with a verb: ${first}`)
  }
}
if (paths.length === 0) faults.push(...faultsOnScreen())
const share = comments === 0 ? 0 : openings.length / comments
if (share > OPENINGS_MAX) faults.push(...openings)
for (const fault of faults) console.log(fault)
console.log(
  `${faults.length} faults; ${openings.length} of ${comments} doc comments begin with a pronoun or a preposition`,
)
if (faults.length > 0) process.exitCode = 1

/** Lists the English texts with an unsaid phrase, and the words of the glossary that Japanese does not use. */
function faultsOnScreen() {
  const po = 'src/i18n/po/ja.po'
  const found = []
  const texts = [...readFileSync(po, 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)]
  for (const [, english] of texts)
    for (const { phrase, use, except } of unsaid)
      if (phrase.test(english) && !except?.test(english))
        found.push(`${po}: say ${use} instead of “${phrase.exec(english)[0]}”: ${english}`)
  for (const [, , japanese] of texts)
    for (const { phrase, use } of unsaidInJapanese)
      if (phrase.test(japanese))
        found.push(`${po}: say ${use} instead of “${phrase.exec(japanese)[0]}”: ${japanese}`)
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const [, table] = /^## On screen\n(.*?)^## /ms.exec(glossary)
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  for (const row of rows.slice(2)) {
    const [, english, japanese, not] = row.split('|').map((cell) => cell.trim())
    const named = new RegExp(`\\b${english}`, 'i')
    if (!texts.some(([, en, ja]) => named.test(en) && ja.includes(japanese)))
      found.push(`docs/glossary.md: no Japanese text says ${japanese} for “${english}”`)
    for (const wrong of not === '' ? [] : not.split(', '))
      for (const [, , ja] of texts.filter((text) => text[2].includes(wrong)))
        found.push(`${po}: say ${japanese} instead of ${wrong}: ${ja}`)
  }
  for (const path of globSync('src/i18n/po/*.po')) found.push(...faultsIn(path))
  return found
}

/** Lists the texts of a language that stand in English, and the words of its glossary that it does not use. */
function faultsIn(po) {
  const locale = /([\w-]+)\.po$/.exec(po)[1]
  if (locale === 'en') return []
  const texts = [...readFileSync(po, 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)]
  const found = texts
    .filter(([, english, text]) => english === text && SENTENCE.test(english))
    .map(([, english]) => `${po}: is in English: ${english}`)
  const glossary = `src/i18n/glossary/${locale}.md`
  if (locale === 'ja') return found // in docs/glossary.md
  const rows = readFileSync(glossary, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  for (const row of rows.slice(2)) {
    const [, english, cell] = row.split('|').map((text) => text.trim())
    const word = /^[^(（;；,、،]+/.exec(cell)[0].trim().toLowerCase()
    if (!texts.some(([, , text]) => text.toLowerCase().includes(word)))
      found.push(`${glossary}: no text says ${word} for “${english}”`)
  }
  return found
}
