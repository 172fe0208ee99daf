import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from './free-port.ts'
import { eventually } from './program.ts'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
const find = (program: string) =>
  FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path))
const PROGRAM = find('prometheus')
const TOOL = find('promtool')

/** Skips a test, with the reason, if Prometheus is not installed. */
export const withPrometheus = { skip: !(PROGRAM && TOOL) && 'Prometheus is not installed' }

/** Runs promtool and returns what it says. Throws with that if it finds a fault. */
export function promtool(args: string[], { input, cwd }: { input?: string; cwd?: string } = {}) {
  try {
    return execFileSync(TOOL!, args, { encoding: 'utf8', stdio: 'pipe', input, cwd })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** A series and its value. */
export interface Sample {
  labels: Record<string, string>
  value: number
}
export interface Prometheus {
  /** Returns the values of an expression now. */
  query(expression: string): Promise<Sample[]>
}

/** Starts Prometheus, which asks the given ports for metrics every half second. */
export async function openPrometheus(
  t: TestContext,
  ports: Record<string, number>,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'renban-prometheus-'))
  const jobs = Object.entries(ports).map(
    ([name, port]) =>
      `  - { job_name: ${name}, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }`,
  )
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, ['global: { scrape_interval: 500ms }', 'scrape_configs:', ...jobs].join('\n'))
  const address = `127.0.0.1:${await freePort()}`
  const flags = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn(PROGRAM!, [...flags, `--web.listen-address=${address}`], { stdio: 'ignore' })
  t.after(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  const query = async (expression: string): Promise<Sample[]> => {
    const body = new URLSearchParams({ query: expression })
    const response = await fetch(`http://${address}/api/v1/query`, { method: 'POST', body })
    const { data, error } = (await response.json()) as {
      data?: { result: { metric: Record<string, string>; value: [number, string] }[] }
      error?: string
    }
    if (!data) throw new Error(`${expression}: ${error}`)
    return data.result.map(({ metric, value: [, value] }) => ({
      labels: metric,
      value: Number(value),
    }))
  }
  await eventually(() => query('up'))
  return { query }
}
