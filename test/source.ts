import { globSync, readFileSync } from 'node:fs'

export interface File {
  path: string
  text: string
  lines: number
  isTest: boolean
  imports: Import[]
  functions: Func[]
}
interface Import {
  path: string
  /** As they are called here. */
  names: string[]
}
export interface Func {
  name: string
  /** The name of its first parameter. */
  first: string
  text: string
  lines: number
}

// Type-only imports are erased, so they bind nobody; `typeof import()` and `import()` of a value do.
const IMPORT =
  /^(?:import|export) (?!type )(?:([^'"]*?) from )?['"]([#.][^'"]+)['"]|import\(['"]([#.][^'"]+)['"]\)/gm
// The formatter lets only what is declared, and comments, begin at the left margin.
const FUNCTION =
  /^(?:export )?(?:async )?(?:function (\w+)[^(]*\(|const (\w+) = (?:async )?(?:<[^>]*>)?\()\s*(\w*)[\s\S]*?(?=^[\w/])/gm

/** The program's own files with what the house's rules speak of: read once, as plain text. */
export const files: File[] = globSync('src/**/*.{ts,tsx}')
  .toSorted()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      ...{ path, text, lines: linesOf(text) },
      isTest: path.endsWith('.test.ts'),
      imports: [...text.matchAll(IMPORT)].map(([, clause = '', from, lazy]) => ({
        path: resolve(path, (from ?? lazy)!),
        names: namesOf(clause),
      })),
      functions: [...`${text}\nend`.matchAll(FUNCTION)].map((hit) => {
        const whole = hit[0].trimEnd()
        return { name: (hit[1] ?? hit[2])!, first: hit[3]!, text: whole, lines: linesOf(whole) }
      }),
    }
  })

/** Returns the module of a file, as `area/module`; undefined for areas that have no modules. */
export const moduleOf = (path: string): string | undefined =>
  /^src\/((?!core|ui|i18n|integrations|emulators)\w+\/[\w-]+)\//.exec(path)?.[1]

/** How many lines a text has. */
export function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

function namesOf(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.replace(/^.* as /, ''))
}

function resolve(from: string, to: string): string {
  if (to.startsWith('#core/')) return to.replace('#core/', 'src/core/')
  if (to.startsWith('#src/')) return to.replace('#src/', 'src/')
  return new URL(to, `file:///${from}`).pathname.slice(1)
}
