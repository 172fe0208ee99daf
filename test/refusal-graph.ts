import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { errors } from '#core/error-catalogue.ts'
import type { ErrorCode } from '#core/errors.ts'
import { resolve } from './source.ts'

/** A node of a syntax tree, as ESTree names it. */
interface Node {
  type: string
  name?: string
  [part: string]: unknown
}

/** A file as its imports, exports and top-level declarations. */
interface Module {
  /** By the local name: the file that it comes from and its name there, `*` for all of it. */
  imports: Map<string, { file: string; name: string }>
  /** By the exported name: the local name, or the file that it is passed on from. */
  exports: Map<string, { file?: string; name: string }>
  declared: Map<string, Node>
}

/** What one declaration says itself, without what it calls. */
interface Said {
  /** Codes given to `fail` or `new Refusal` where they are written. */
  thrown: Set<ErrorCode>
  /** All codes that stand in it, in SQL too. */
  named: Set<ErrorCode>
  /** The keys of the declarations that it uses. */
  uses: Set<string>
}

/** What an action can refuse: each code with the way to it, for the message of a failing test. */
export interface Reached {
  thrown: Map<ErrorCode, string>
  named: Map<ErrorCode, string>
}

/** The file with the kinds of deal, which orders look up by their names. */
const DEALS = 'src/sales/deal/deals.ts'

/** The file with the table of features, whose refusals `requireOn` gives by their settings. */
const FEATURES = 'src/platform/settings/features.ts'

const modules = new Map<string, Module>()
const said = new Map<string, Said>()

/**
 * Follows everything that the declarations `starts` use, and returns the codes that stand there. Reads
 * the source and knows no values: a function that is used counts whole. Does not follow the keys that
 * match `ends`.
 */
export function reach(starts: Iterable<string>, ends: (key: string) => boolean): Reached {
  const from = new Map<string, string | undefined>([...starts].map((key) => [key, undefined]))
  const reached: Reached = { thrown: new Map(), named: new Map() }
  for (const key of from.keys()) {
    if (ends(key)) continue
    const { thrown, named, uses } = saidBy(key)
    for (const code of thrown)
      if (!reached.thrown.has(code)) reached.thrown.set(code, way(from, key))
    for (const code of named) if (!reached.named.has(code)) reached.named.set(code, way(from, key))
    // A map visits what is added while it is walked.
    for (const used of uses) if (!from.has(used)) from.set(used, key)
  }
  return reached
}

function way(from: Map<string, string | undefined>, key: string): string {
  const before = from.get(key)
  const name = key.replace('#', ' ').replace(/^.*\//, '')
  return before === undefined ? name : `${way(from, before)} > ${name}`
}

/** Returns the calls of `serve` in a file, in their order, each with the keys that its action names. */
export function served(file: string) {
  const calls: { summary: string; action: string[] }[] = []
  for (const node of moduleOf(file).declared.values())
    walk(node, ({ type, callee, arguments: given }) => {
      if (type !== 'CallExpression' || (callee as Node).name !== 'serve') return
      const [, , action, summary] = given as [Node, Node, Node, Node]
      calls.push({ summary: String(summary.value), action: [...usedIn(file, action)] })
    })
  return calls
}

function saidBy(key: string): Said {
  const known = said.get(key)
  if (known) return known
  const [file, name] = key.split('#') as [string, string]
  const node = moduleOf(file).declared.get(name)!
  const found = { ...codesIn(node), uses: usedIn(file, node) }
  found.uses.delete(key)
  said.set(key, found)
  return found
}

function codesIn(node: Node): Omit<Said, 'uses'> {
  const thrown = new Set<ErrorCode>()
  const named = new Set<ErrorCode>()
  walk(node, (one) => {
    for (const code of [...codesOf(one), ...featureCodes(one)]) named.add(code)
    for (const code of featureCodes(one)) thrown.add(code)
    const isThrow = one.type === 'CallExpression' || one.type === 'NewExpression'
    if (!isThrow || !/^(fail|Refusal)$/.test(String((one.callee as Node).name))) return
    const [code] = one.arguments as Node[]
    if (code) walk(code, (part) => codesOf(part).forEach((each) => thrown.add(each)))
  })
  return { thrown, named }
}

/** Returns the code that `requireOn(settings, 'gift_enabled')` gives. */
function featureCodes({ type, callee, arguments: given }: Node): ErrorCode[] {
  if (type !== 'CallExpression' || (callee as Node).name !== 'requireOn') return []
  const [, setting] = given as [Node, Node]
  const codes: ErrorCode[] = []
  walk(moduleOf(FEATURES).declared.get('features')!, ({ type: part, key, value }) => {
    if (part === 'Property' && (key as Node).name === setting.value)
      walk(value as Node, (one) => void codes.push(...codesOf(one)))
  })
  return codes
}

/** Returns the codes that a node is, as a text of its own or within the quotes of SQL. */
function codesOf({ type, value }: Node): ErrorCode[] {
  if (type === 'Literal' && typeof value === 'string') return isCode(value) ? [value] : []
  if (type !== 'TemplateElement') return []
  const { raw } = value as { raw: string }
  return [...raw.matchAll(/'(\w+)'/g)].map(([, word]) => word!).filter(isCode)
}

const isCode = (word: string): word is ErrorCode => Object.hasOwn(errors, word)

/** Returns the keys of the top-level declarations that a part of a file uses. */
function usedIn(file: string, node: Node): Set<string> {
  const uses = new Set<string>()
  const { imports } = moduleOf(file)
  walk(node, (one) => {
    const { type, object, property } = one
    const whole = type === 'MemberExpression' && imports.get(String((object as Node).name))
    const key =
      whole && whole.name === '*'
        ? exported(whole.file, String((property as Node).name))
        : type === 'Identifier'
          ? keyOf(file, String(one.name))
          : type === 'Property' && !file.endsWith('.shared.ts') && dealOf(one) // not in samples of mails
    if (key) uses.add(key)
  })
  return uses
}

/** Returns the key of the kind of deal that a property `deal: 'sale'` names. */
function dealOf({ key, value }: Node): string | undefined {
  const { expression = value } = value as Node // the value of `'sale' as const`
  const kind = (expression as Node).value
  const isDeal = (key as Node).name === 'deal' && typeof kind === 'string'
  return isDeal ? keyOf(DEALS, kind) : undefined
}

function keyOf(file: string, name: string): string | undefined {
  const { declared, imports } = moduleOf(file)
  if (declared.has(name)) return `${file}#${name}`
  const from = imports.get(name)
  return from && exported(from.file, from.name)
}

function exported(file: string, name: string): string | undefined {
  if (!existsSync(file) || !file.endsWith('.ts')) return undefined // a package, or a page
  const found = moduleOf(file).exports.get(name)
  if (!found) return undefined
  return found.file ? exported(found.file, found.name) : keyOf(file, found.name)
}

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const module: Module = { imports: new Map(), exports: new Map(), declared: new Map() }
  modules.set(file, module)
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  for (const statement of program.body as unknown as Node[]) note(module, file, statement)
  return module
}

/** Notes what a statement of a file imports, exports and declares. Types are left out. */
function note(module: Module, file: string, statement: Node) {
  const { type, source, declaration, specifiers = [] } = statement
  const from = source ? resolve(file, String((source as Node).value)) : undefined
  const nameOf = (one: unknown) => (one as Node | undefined)?.name ?? '*'
  if (type === 'ImportDeclaration')
    for (const { local, imported } of specifiers as Node[])
      module.imports.set(nameOf(local), { file: from!, name: nameOf(imported) })
  else if (type === 'ExportNamedDeclaration') {
    for (const { local, exported: name } of specifiers as Node[])
      module.exports.set(nameOf(name), { ...(from && { file: from }), name: nameOf(local) })
    for (const name of declare(module, declaration as Node | null))
      module.exports.set(name, { name })
  } else declare(module, statement)
}

/** Adds the functions, classes and constants of a statement, and returns their names. */
function declare({ declared }: Module, statement: Node | null): string[] {
  if (!statement || !/^(Function|Class|Variable)Declaration$/.test(statement.type)) return []
  const parts = (statement.declarations as Node[] | undefined) ?? [statement]
  return parts.flatMap((part) =>
    namesIn(part.id as Node).map((name) => {
      declared.set(name, part)
      return name
    }),
  )
}

/** Returns the names that a declaration binds: its own, or those of `const { a, b: c } = …`. */
function namesIn({ type, name, properties }: Node): string[] {
  if (type === 'Identifier') return [String(name)]
  return ((properties ?? []) as Node[]).flatMap(({ value }) =>
    value ? namesIn(value as Node) : [],
  )
}

/** Visits a node and all nodes in it, but no types, no names of fields and no keys of objects. */
function walk(node: Node, visit: (node: Node) => void) {
  if (/^TS(Type|Interface)/.test(node.type)) return
  visit(node)
  for (const [part, value] of Object.entries(node)) {
    const isName = (part === 'property' || part === 'key') && node.computed !== true
    if (isName) continue
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'object' && one !== null && 'type' in one) walk(one as Node, visit)
  }
}
