import { globSync, readFileSync } from 'node:fs'

export interface SourceFile {
  path: string
  text: string
  lines: number
  isTest: boolean
  imports: Import[]
  functions: SourceFunction[]
}
interface Import {
  path: string
  /** The local names, after `as`. */
  names: string[]
}
export interface SourceFunction {
  name: string
  /** The name of the first parameter. */
  firstParameter: string
  text: string
  lines: number
}

// Type-only imports are erased and do not count; `typeof import()` and `import()` of a value do.
const IMPORT =
  /^(?:import|export) (?!type )(?:([^'"]*?) from )?['"]([#.][^'"]+)['"]|import\(['"]([#.][^'"]+)['"]\)/gm
// After formatting, only declarations and comments begin in the first column.
const FUNCTION =
  /^(?:export )?(?:async )?(?:function (\w+)[^(]*\(|const (\w+) = (?:async )?(?:<[^>]*>)?\()\s*(\w*)[\s\S]*?(?=^[\w/])/gm

/** The files of `src` with the facts that the architecture rules check, read once as plain text. */
export const files: SourceFile[] = globSync('src/**/*.{ts,tsx}')
  .toSorted()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      path,
      text,
      lines: countLines(text),
      isTest: path.endsWith('.test.ts'),
      imports: [...text.matchAll(IMPORT)].map(([, clause = '', from, lazy]) => ({
        path: resolve(path, (from ?? lazy)!),
        names: namesOf(clause),
      })),
      functions: [...`${text}\nend`.matchAll(FUNCTION)].map((hit) => {
        const whole = hit[0].trimEnd()
        return {
          name: (hit[1] ?? hit[2])!,
          firstParameter: hit[3]!,
          text: whole,
          lines: countLines(whole),
        }
      }),
    }
  })

/** Returns the module of a file, as `area/module`; undefined for areas that have no modules. */
export const moduleOf = (path: string): string | undefined =>
  /^src\/((?!core|ui|i18n|integrations|emulators)\w+\/[\w-]+)\//.exec(path)?.[1]

/** Returns the number of lines of a text. */
export function countLines(text: string): number {
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

/** Returns the path of the file that `from` imports as `to`. */
export function resolve(from: string, to: string): string {
  if (to.startsWith('#core/')) return to.replace('#core/', 'src/core/')
  if (to.startsWith('#src/')) return to.replace('#src/', 'src/')
  return new URL(to, `file:///${from}`).pathname.slice(1)
}
