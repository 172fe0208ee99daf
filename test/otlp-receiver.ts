import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A span as OTLP sends it in JSON. */
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
interface TracesRequest {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}
export interface Received extends Omit<SentSpan, 'attributes'> {
  service: unknown
  facts: Record<string, unknown>
}

const factsOf = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )

/** Opens a collector of traces: `POST /v1/traces` of OTLP over HTTP, in JSON. */
export async function openOtlpReceiver(t: TestContext) {
  const spans: Received[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { resourceSpans } = (await json(request)) as TracesRequest
      for (const { resource, scopeSpans } of resourceSpans)
        for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            service: factsOf(resource.attributes)['service.name'],
            facts: factsOf(attributes),
          })
      response.setHeader('content-type', 'application/json').end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans }
}
