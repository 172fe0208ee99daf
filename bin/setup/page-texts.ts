import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Plugin, Rolldown } from 'vite'

const ENGLISH = 'src/i18n/po/en.po' // each message with the files that say it
const FILE = 'page-texts.json'
const LIBRARY = /[\\/]node_modules[\\/]/
// Later it comes together with all texts (src/i18n/load-refusals.ts).
const REFUSALS = /[\\/]src[\\/]i18n[\\/]refusals\.ts$/

/**
 * Writes `page-texts.json` beside the built pages: for the script of each route, `/built/….js`, the ids
 * of the messages that its modules may show. The server sends these texts with a page, so that a first
 * visit loads no others.
 */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const said = await messagesByFile()
      const importsOf = memoized((id: string) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        const later = dynamicallyImportedIds.filter((to) => !REFUSALS.test(to))
        return [...importedIds, ...later].filter((to) => !LIBRARY.test(to))
      })
      const routes = Object.values(bundle).filter(
        (one): one is Rolldown.OutputChunk => one.type === 'chunk' && one.isEntry,
      )
      const ids = routes.map(({ fileName, facadeModuleId }) => {
        const files = reachedFrom(facadeModuleId!, importsOf)
        return [`/${fileName}`, [...new Set(files.flatMap((file) => said.get(file) ?? []))]]
      })
      const source = JSON.stringify(Object.fromEntries(ids))
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
  }
}

/** Returns the ids of the messages in each source file, as the catalogue names them. */
async function messagesByFile() {
  const text = readFileSync(ENGLISH, 'utf8')
  const of = { locale: 'en', sourceLocale: 'en', filename: ENGLISH }
  const messages = await formatter({ lineNumbers: false }).parse(text, of)
  const files = new Map<string, string[]>()
  for (const [id, { origin = [] }] of Object.entries(messages))
    for (const [file] of origin) files.set(file, [...(files.get(file) ?? []), id])
  return files
}

/** Returns the source files that a module imports, at once or later, itself included. */
function reachedFrom(start: string, importsOf: (id: string) => string[]) {
  const seen = new Set([start])
  for (const id of seen) for (const next of importsOf(id)) seen.add(next)
  return [...new Set([...seen].map((id) => relative('.', id.replace(/\?.*/, ''))))]
}

function memoized<T>(read: (key: string) => T) {
  const known = new Map<string, T>()
  return (key: string) => {
    if (!known.has(key)) known.set(key, read(key))
    return known.get(key)!
  }
}
