import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const QUERY_MAX = 2_000 // characters of a statement

/** Creates spans once `startTracing` has run, and costs next to nothing before. */
const tracer = trace.getTracer('renban')

let isTracing = false
/** Switches spans of statements and of calls to vendors on. */
export const traceCalls = () => void (isTracing = true)

/** Runs the work for a request in a span, which continues the trace that its headers name. */
export const traceRequest = <T>(headers: Headers, work: () => Promise<T>): Promise<T> => {
  const caller = propagation.extract(ROOT_CONTEXT, headers, {
    get: (from, name) => from.get(name) ?? undefined,
    keys: (from) => [...from.keys()],
  })
  return context.with(caller, () =>
    tracer.startActiveSpan('request', { kind: SpanKind.SERVER }, (span) =>
      work().finally(() => span.end()),
    ),
  )
}

interface Answered {
  method: string
  route: string
  /** The address without secrets and query. */
  path: string
  status: number
}

/** Describes the request whose span runs, once it is answered. */
export function describeRequest({ method, route, path, status }: Answered) {
  const span = trace.getActiveSpan()
  span?.updateName(`${method} ${route}`)
  span?.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'url.path': path,
    'http.response.status_code': status,
  })
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
}

/** Runs an attempt at a job in a span of its own trace. */
export const traceJob = <T>(task: string, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(`job ${task}`, { kind: SpanKind.CONSUMER, root: true }, (span) =>
    work()
      .catch((error: unknown) => {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      })
      .finally(() => span.end()),
  )

/** Adds a statement that has just ended to the trace. Its text has no values: they are parameters. */
export function traceStatement(text: string, ms: number) {
  if (!isTracing || !trace.getActiveSpan()) return
  const [operation = 'statement'] = /^\w+/.exec(text) ?? []
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, QUERY_MAX) }
  const startTime = Date.now() - ms
  tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime, attributes }).end()
}

/**
 * Returns a vendor's client whose methods run in spans of their own, such as `storage put`. Arguments are
 * left out: they have addresses, keys and personal data. Methods that return at once have no span.
 */
export function tracedClient<T extends object>(vendor: string, client: T): T {
  const entries = Object.entries(client).map(([name, value]) => [
    name,
    typeof value === 'function' ? traced(`${vendor} ${name}`, value as Method) : value,
  ])
  return Object.fromEntries(entries) as T
}

type Method = (...args: unknown[]) => unknown

const traced =
  (name: string, method: Method): Method =>
  (...args) => {
    if (!isTracing || !trace.getActiveSpan()) return method(...args)
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT })
    const answer = context.with(trace.setSpan(context.active(), span), () => method(...args))
    if (!(answer instanceof Promise)) return answer // a span that never ends is never sent
    return answer
      .catch((error: unknown) => {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      })
      .finally(() => span.end())
  }

/** Returns the id of the trace that runs now. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId
