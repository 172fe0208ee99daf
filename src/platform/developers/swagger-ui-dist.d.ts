/** The parts of `swagger-ui-dist` 5 that we use. Swagger UI brings its own React. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = string | ((props: LayoutProps) => unknown)
  interface LayoutProps {
    getComponent: (name: 'operations', withState: true) => Component
  }
  interface System {
    React: { createElement: (type: Component, props: object | null, child?: unknown) => unknown }
  }
  interface Options {
    /** The API's description, parsed. */
    spec: unknown
    domNode: HTMLElement
    /** The methods that readers may try out from the page. */
    supportedSubmitMethods: readonly string[]
    docExpansion: 'list' | 'full' | 'none'
    /** Levels of a schema that are open. */
    defaultModelExpandDepth: number
    validatorUrl: null
    plugins: readonly ((system: System) => { components: Record<string, Component> })[]
    /** The name of the outermost component. */
    layout: string
  }
  export default function SwaggerUI(options: Options): unknown
}
