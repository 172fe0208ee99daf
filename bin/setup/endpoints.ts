import type { Plugin, Rolldown } from 'vite'

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>
type Value = NonNullable<Declaration['declarations'][number]['init']>
interface Edit {
  at: number
  end: number
  text: string
}

/**
 * Leaves out of browsers what only servers need of `*.shared.ts`: there, an endpoint is a method and a
 * path without schemas, and a constant is dropped if no script uses it. A page that checks a form
 * imports the form's schema by its name, and only such pages bring zod.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.shared\.ts$/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap(editsOf)
        const edited = edits.reduceRight(
          (result, { at, end, text }) => result.slice(0, at) + text + result.slice(end),
          code,
        )
        return { code: edited, map: null }
      },
    },
  }
}

/** Returns the edits of a statement, from left to right. */
function editsOf(statement: Statement): Edit[] {
  const { start, end } = statement
  // Such a statement names a schema for the API's description.
  if (statement.type === 'ExpressionStatement') return [{ at: start, end, text: '' }]
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) => (init ? editsOfValue(init) : []))
}

function editsOfValue(value: Value): Edit[] {
  const { type, start, end } = value
  if (type.endsWith('Literal') || type === 'ArrowFunctionExpression') return []
  const isEndpoint =
    type === 'CallExpression' &&
    value.callee.type === 'Identifier' &&
    value.callee.name === 'endpoint'
  const parts = isEndpoint ? value.arguments.slice(2) : []
  return [
    // The bundler drops an unused value that is marked so, whatever it calls.
    { at: start, end: start, text: '/* @__PURE__ */ (() => (' },
    ...parts.map((part) => ({ at: part.start, end: part.end, text: '{}' })),
    { at: end, end, text: '))()' },
  ]
}
