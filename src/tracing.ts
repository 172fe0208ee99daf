import { traceCalls } from '#core/tracing.ts'

/** The parts of OpenTelemetry that stay off: metrics are at `/metrics`, and logs on standard error. */
const OFF = { OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }

/**
 * Sends traces to the collector that the usual variables (`OTEL_…`) name, and returns the function that
 * sends the rest and stops. The library reads these variables itself. It is loaded only here.
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  for (const [name, value] of Object.entries(OFF)) env[name] ??= value
  if (!env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name')) env.OTEL_SERVICE_NAME ??= 'renban'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ instrumentations: [] })
  sdk.start()
  traceCalls()
  return () => sdk.shutdown()
}
