import { deepEqual, notEqual, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { type SourceFile, files, countLines, moduleOf } from './source.ts'

const AREAS_MAX = 14
const MODULE_FILES_MAX = 20
const LINES_WARN = 400
const FUNCTION_MAX = 75 // "about 70"
const SCREEN_MAX = 130 // a screen is mostly markup, one element a line

const program = files.filter(({ isTest }) => !isTest)
const around = globSync('{bench,bin,demo,src,test}/**/*.{ts,tsx,mjs}')

/**
 * Says which kinds of files may import which. The first line whose left side matches counts. The
 * order of the areas is a rule of oxlint (.oxlintrc.json), types included.
 */
// oxfmt-ignore
const rules: [who: RegExp, may: RegExp][] = [
  [/\.test\.ts$|^src\/(main|app|server|database|config|emulators)\.ts$/, /./],
  [/\.shared\.ts$/,        /\.shared\.ts$|^src\/core\/(http\/endpoint|database\/transitions|money|csv)\.ts$/],
  [/^src\/web\.ts$/,       /^src\/core\/http\/ask\.ts$|^src\/i18n\/server-texts\.ts$|mail[\w-]*\.tsx$/],
  [/^src\/routes\.ts$/,    /-page\.tsx$/],
  [/\.tsx$|^src\/ui\//,    /\.(tsx|css)$|\.shared\.ts$|^src\/(ui|i18n)\/|^src\/core\/(http\/(ask|live-queries)|errors|error-catalogue|money|database\/transitions)\.ts$/],
  [/./,                    /\.ts$/],
]

test('files import only the kinds of files that they may', () => {
  const broken = files.flatMap(({ path, imports }) => {
    const [, may] = rules.find(([who]) => who.test(path))!
    return imports.filter((to) => !may.test(to.path)).map((to) => `${path} imports ${to.path}`)
  })
  deepEqual(broken, [])
})

test('modules do not import each other in a circle', () => {
  const needs = new Map<string, Set<string>>()
  for (const { path, imports } of program) {
    const module = moduleOf(path)
    const others = imports.map((to) => moduleOf(to.path)).filter((to) => to && to !== module)
    if (module) needs.set(module, new Set([...(needs.get(module) ?? []), ...(others as string[])]))
  }
  const reach = (module: string, seen = new Set<string>()): Set<string> => {
    for (const to of needs.get(module) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  deepEqual(
    [...needs.keys()].filter((module) => reach(module).has(module)),
    [],
  )
})

test('there are at most 14 areas, and at most 20 server files in a module', () => {
  const areas = new Set(
    program.map(({ path }) => /^src\/([\w-]+)\//.exec(path)?.[1]).filter(Boolean),
  )
  ok(areas.size <= AREAS_MAX, [...areas].join(' '))
  const server = program.filter(({ path }) => /(?<!\.shared)(?<!\.d)\.ts$/.test(path))
  const counts = Object.entries(Object.groupBy(server, ({ path }) => dirname(path)))
  deepEqual(
    counts.filter(([, all]) => all!.length > MODULE_FILES_MAX).map(([folder]) => folder),
    [],
  )
})

test('no file is called utils or helpers, and only pages and configuration have default exports', () => {
  const drawer = /\/(index|utils?|helpers?|common|misc)\.tsx?$/
  const asked = /-page\.tsx$|^src\/(routes\.ts|root\.tsx|entry\.server\.tsx)$/
  deepEqual(
    where(({ path }) => drawer.test(path)),
    [],
  )
  deepEqual(
    where(({ path, text }) => /^export default/m.test(text) && !asked.test(path)),
    [],
  )
})

test('no TODO is left, and only the start of the program reads the environment', () => {
  deepEqual(
    where(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text)),
    [],
  )
  const starts = /^src\/(main|config|routes)\.ts$|\.test\.ts$/ // routes.ts is read by the build
  const env = /process\.env(?!\.PATH\b)/ // PATH may be read to find ffmpeg
  deepEqual(
    where(({ path, text }) => env.test(text) && !starts.test(path)),
    [],
  )
})

test('a table that is looked up by any name is a Map: an object also answers to __proto__', () => {
  const table = /^\s*(?:const|let) \w+: Record<string, [^=]+ = \{\s*['\w]/m
  deepEqual(
    where(({ text, isTest }) => table.test(text) && !isTest),
    [],
  )
})

test('classes are errors and clients of integrations', () => {
  const kinds = /^(?:export )?(?:abstract )?class \w+\b(?! extends \w*Error\b)/m
  deepEqual(
    where(({ path, text }) => kinds.test(text) && !path.startsWith('src/integrations/')),
    [],
  )
})

test('functions stay short, and long files are reported', (t) => {
  const generated = 'src/core/database/tables.ts'
  for (const path of around.filter((one) => one !== generated)) {
    const lines = countLines(readFileSync(path, 'utf8'))
    if (lines > LINES_WARN)
      t.diagnostic(`${path} has ${lines} lines: does one idea hold it together?`)
  }
  const long = program.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > (path.endsWith('.tsx') ? SCREEN_MAX : FUNCTION_MAX))
      .map(({ name, lines }) => `${path} ${name}: ${lines} lines`),
  )
  deepEqual(long, [])
})

test('no literal is spread into another to break lines elsewhere', () => {
  const spread = around.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...text.matchAll(/\.\.\.(\(?)(?=[[{])/g)]
      .filter(({ 0: { length }, 1: parenthesis, index }) => {
        const after = text.slice(endOfBrackets(text, index + length))
        return (parenthesis ? /^( as [^()]+)?\)\s*[,\])}]/ : /^\s*[,\])}]/).test(after)
      })
      .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`)
  })
  deepEqual(spread, [])
})

test('code of browsers imports schemas by name: there, endpoints have none', () => {
  const names = program.flatMap(({ text }) =>
    [...text.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name),
  )
  const read = new RegExp(`(?<!typeof )\\b(${names.join('|')})\\.(body|query|reply|events)\\b`)
  deepEqual(
    where(({ path, text }) => /\.(tsx|shared\.ts)$/.test(path) && read.test(text)),
    [],
  )
})

// A sheet that arrives before the others would otherwise put its layer first, below what resets all styles.
test('every built style sheet names the layers in order before it fills one', () => {
  const sheets = globSync('build/client/built/*.css')
  notEqual(sheets.length, 0, 'the pages are not built')
  deepEqual(
    sheets.filter((path) => {
      const [first] = /@layer (?!properties)[\w, ]+/.exec(readFileSync(path, 'utf8')) ?? []
      return first !== undefined && !/^@layer theme,\s*base/.test(first) && first !== '@layer theme'
    }),
    [],
  )
})

test('browsers receive no server code', () => {
  const server = /kysely|graphile|insertInto|['"`]node:|postmaster|asset_title_is_free/
  const sent = globSync('build/client/**/*.js')
  notEqual(sent.length, 0, 'the pages are not built')
  deepEqual(
    sent.filter((path) => server.test(readFileSync(path, 'utf8'))),
    [],
  )
})

const where = (is: (file: SourceFile) => boolean) => files.filter(is).map(({ path }) => path)

/** Returns where the brackets end that open at `start`. */
function endOfBrackets(text: string, start: number): number {
  let open = 0
  for (const { 0: bracket, index } of text.slice(start).matchAll(/[[\](){}]/g)) {
    open += '[({'.includes(bracket) ? 1 : -1
    if (open === 0) return start + index + 1
  }
  return text.length
}
