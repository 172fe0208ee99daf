import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { ConfigMap } from 'kubernetes-types/core/v1.js'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#src/config.ts'
import { PRODUCTION } from './production.ts'

const CHART = 'deploy/helm/renban'
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), resolve('node_modules/.cache/helm')]
const HELM = FOLDERS.map((folder) => join(folder, 'helm')).find((path) => existsSync(path))
const withHelm = { skip: !HELM && 'Helm is not installed' }
/** The least that an operator sets. */
const config = {
  PUBLIC_URL: 'https://renban.test',
  MAIL_FROM: PRODUCTION.MAIL_FROM,
  S3_ENDPOINT: PRODUCTION.S3_ENDPOINT,
  S3_PUBLIC_ENDPOINT: PRODUCTION.S3_ENDPOINT,
  S3_REGION: PRODUCTION.S3_REGION,
  S3_BUCKET: PRODUCTION.S3_BUCKET,
}
const least = { image: { repository: 'registry.test/renban' }, config }
const most = {
  ...least,
  imagePullSecrets: [{ name: 'registry' }],
  ingress: { enabled: true, className: 'any', host: 'renban.test', tlsSecretName: 'renban-tls' },
  web: {
    autoscaling: { enabled: false },
    podAnnotations: { 'example.test/scrape': 'true' },
    extraVolumes: [{ name: 'geoip', persistentVolumeClaim: { claimName: 'geoip' } }],
    extraVolumeMounts: [{ name: 'geoip', mountPath: '/geoip', readOnly: true }],
    nodeSelector: { pool: 'web' },
    tolerations: [{ key: 'pool', operator: 'Exists' }],
  },
  worker: { sandbox: false, data: { emptyDir: {} } },
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

function helm(command: string[], values: unknown) {
  const args = [...command, CHART, '--values', '-']
  return spawnSync(HELM!, args, { encoding: 'utf8', input: JSON.stringify(values) })
}

/** Renders the chart. Throws with what Helm says if it refuses. */
function render(values: unknown): Manifest[] {
  const { status, stdout, stderr } = helm(['template', 'shop'], values)
  if (status !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
}

/** Checks manifests against the types of Kubernetes 1.30, which know every field. Returns the faults. */
function faultsOf(manifests: Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'renban-chart-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const lines = manifests.map((manifest, i) => {
    const group = manifest.apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1')
    const type = `import('kubernetes-types/${group}').${manifest.kind}`
    return `export const manifest${i}: ${type} = ${JSON.stringify(manifest, undefined, 1)}`
  })
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  const tsc = resolve('node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, [...flags, 'manifests.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return status === 0 ? '' : stdout
}

const configMap = (manifests: Manifest[]) =>
  manifests.find(({ kind }) => kind === 'ConfigMap') as ConfigMap
const deployment = (manifests: Manifest[], role: string) =>
  manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith(role),
  ) as Deployment

test(
  'OP-07 the chart passes helm lint, and Kubernetes knows each field of what it makes',
  withHelm,
  () => {
    for (const values of [least, most]) {
      const { status, stdout, stderr } = helm(['lint', '--strict'], values)
      equal(status, 0, stdout + stderr)
      const manifests = render(values)
      equal(faultsOf(manifests), '')
      const misspelled = JSON.parse(
        JSON.stringify(manifests).replaceAll('readOnlyRootFilesystem', 'readOnlyRootFileSystem'),
      ) as Manifest[]
      match(faultsOf(misspelled), /readOnlyRootFileSystem/)
    }
    const kinds = (values: unknown) => render(values).map(({ kind }) => kind)
    ok(!kinds(least).includes('Ingress') && kinds(least).includes('HorizontalPodAutoscaler'))
    ok(kinds(most).includes('Ingress') && !kinds(most).includes('HorizontalPodAutoscaler'))
  },
)

test('OP-07 the chart says which value is missing', withHelm, () => {
  const refusal = (values: unknown) => helm(['template', 'shop'], values).stderr
  match(refusal({}), /image\.repository is missing/)
  for (const name of Object.keys(config))
    match(
      refusal({ ...least, config: { ...config, [name]: '' } }),
      new RegExp(`${name} is missing`),
    )
  match(refusal({ ...least, ingress: { enabled: true } }), /ingress\.host is missing/)
})

/** Variables of the compose file's own PostgreSQL, storage and folders. */
const ONLY_COMPOSE = [
  'POSTGRES_PASSWORD',
  'STORAGE_IMAGE',
  'GEOIP_FOLDER',
  'ARCHIVE_MODE',
  'BACKUP_FOLDER',
]

test(
  'OP-07 the chart has the settings of the compose file, and they start in production',
  withHelm,
  () => {
    const { data = {} } = configMap(render(least))
    const values = readFileSync(`${CHART}/values.yaml`, 'utf8')
    const [comment = ''] = /# A Secret that exists[^]+?secretName:/.exec(values)!
    const secrets = comment.match(/[A-Z0-9]+(_[A-Z0-9]+)+|\bSECRET\b/g) ?? []
    const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
      'x-renban': { environment: Record<string, string> }
    }
    const ours = [...Object.keys(data), ...secrets]
    const env = readFileSync('deploy/env.example', 'utf8')
    const example = env.match(/^[A-Z0-9_]+(?==)/gm) ?? []
    doesNotMatch(env, /^[A-Z0-9_]+=[ \t]+#/m) // Compose would take the comment for the value
    const theirs = new Set([...Object.keys(compose['x-renban'].environment), ...example])
    for (const name of ONLY_COMPOSE) theirs.delete(name)
    deepEqual(
      [...theirs].filter((name) => !ours.includes(name)),
      [],
    )
    const known = readFileSync('src/environment.ts', 'utf8')
    deepEqual(
      ours.filter((name) => !known.includes(`  ${name}: `)),
      [],
    )
    const [needed = '', optional = ''] = comment.split('It may have')
    const given = Object.entries(PRODUCTION).filter(([name]) => needed.includes(name))
    const started = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.test/renban', ...data }
    const { metricsPort, metricsHost, drainSeconds } = readConfig({
      ...started,
      ...Object.fromEntries(given),
    })
    deepEqual([metricsPort, metricsHost, drainSeconds], [9464, '0.0.0.0', 5])
    match(optional, /DATABASE_READ_URL/)
  },
)

test(
  'OP-07 processes of the chart are asked where they answer, and have time to stop',
  withHelm,
  () => {
    const manifests = render({ ...least, config: { ...config, DRAIN_SECONDS: '20' } })
    for (const role of ['web', 'worker']) {
      const { spec } = deployment(manifests, role)
      const pod = spec!.template.spec!
      const [container] = pod.containers
      deepEqual(container!.args, [role])
      deepEqual(container!.livenessProbe!.httpGet, { path: '/healthz', port: 'metrics' })
      const port = role === 'web' ? 'http' : 'metrics'
      deepEqual(container!.readinessProbe!.httpGet, { path: '/readyz', port })
      equal(pod.terminationGracePeriodSeconds, 75)
      const [zone, host] = pod.topologySpreadConstraints!.map(({ labelSelector }) => labelSelector)
      deepEqual([zone, host], [spec!.selector, spec!.selector])
      equal(
        pod.securityContext!.seccompProfile!.type,
        role === 'web' ? 'RuntimeDefault' : 'Unconfined',
      )
    }
    equal(deployment(manifests, 'web').spec!.replicas, undefined)
  },
)
