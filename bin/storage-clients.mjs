// Has other programs work with the storage emulator: every installed one of s3cmd, rclone, awscli and boto3.
// Each stores, lists, reads and deletes files of odd names and in parts. Exits with 1 if one fails.
// Usage: bin/storage-clients.mjs [s3cmd | rclone | aws | python3 …]
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStorageEmulator } from '../src/emulators/storage/server.ts'

const run = promisify(execFile)
const KEY = { id: 'storageclients', secret: 'a secret of this run only' }
const folder = mkdtempSync(join(tmpdir(), 'renban-storage-clients-'))
const files = join(folder, 'files')
mkdirSync(join(files, 'more'), { recursive: true })
writeFileSync(join(files, 'a b+c&.txt'), 'odd')
writeFileSync(join(files, '海.txt'), 'sea')
writeFileSync(join(files, 'more', 'large.bin'), Buffer.alloc(20 * 1024 ** 2, 'x'))

const credentials = { [KEY.id]: KEY.secret }
const storage = openStorageEmulator({ dir: join(folder, 'storage'), prefix: '', credentials })
const server = createServer((request, response) => storage.handle(request, response))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = `127.0.0.1:${server.address().port}`
const url = `http://${address}`

const env = {
  PATH: process.env.PATH, // nothing else: clients also read proxies, certificates and profiles there
  LANG: 'C.UTF-8',
  HOME: folder,
  AWS_ACCESS_KEY_ID: KEY.id,
  AWS_SECRET_ACCESS_KEY: KEY.secret,
  AWS_DEFAULT_REGION: 'ap-northeast-1',
  RCLONE_CONFIG_R_TYPE: 's3',
  RCLONE_CONFIG_R_PROVIDER: 'Other',
  RCLONE_CONFIG_R_ENV_AUTH: 'true',
  RCLONE_CONFIG_R_ENDPOINT: url,
  RCLONE_CONFIG_R_REGION: 'ap-northeast-1',
}
const s3cmd = [
  's3cmd',
  '--no-ssl',
  `--host=${address}`,
  `--host-bucket=${address}`,
  `--access_key=${KEY.id}`,
  `--secret_key=${KEY.secret}`,
  '--multipart-chunk-size-mb=5',
]
const aws = ['aws', `--endpoint-url=${url}`]
const boto3 = `
import boto3, sys
s3 = boto3.client('s3', endpoint_url='${url}')
s3.create_bucket(Bucket='boto3', CreateBucketConfiguration={'LocationConstraint': 'ap-northeast-1'})
for name in ['a b+c&.txt', '海.txt', 'more/large.bin']:
    s3.upload_file('${files}/' + name, 'boto3', name)
for call in ['list_objects', 'list_objects_v2']:
    pages = s3.get_paginator(call).paginate(Bucket='boto3', Delimiter='/', PaginationConfig={'PageSize': 2})
    seen = [(c['Key'] for c in p.get('Contents', [])) for p in pages]
    assert [k for page in seen for k in page] == ['a b+c&.txt', '海.txt'], call
assert s3.head_object(Bucket='boto3', Key='more/large.bin', PartNumber=2)['PartsCount'] == 3
assert s3.get_object(Bucket='boto3', Key='海.txt')['Body'].read() == b'sea'
s3.download_file('boto3', 'more/large.bin', '${folder}/boto3.bin')
s3.delete_objects(Bucket='boto3', Delete={'Objects': [{'Key': 'a b+c&.txt'}, {'Key': '海.txt'}]})
print('more/large.bin' if [b['Name'] for b in s3.list_buckets()['Buckets']] else '')
`

/** The commands of each client in order, each with words that its output must have. */
const clients = {
  s3cmd: [
    [[...s3cmd, 'mb', 's3://s3cmd'], 'created'],
    [[...s3cmd, 'sync', `${files}/`, 's3://s3cmd/'], ''],
    [[...s3cmd, 'ls', 's3://s3cmd/'], 'a b+c&.txt', '海.txt', 'DIR'],
    [[...s3cmd, 'ls', '--recursive', 's3://s3cmd/more/'], 'large.bin'],
    [[...s3cmd, 'ls'], 's3://s3cmd'],
    [[...s3cmd, 'get', '--force', 's3://s3cmd/more/large.bin', join(folder, 's3cmd.bin')], ''],
    [[...s3cmd, 'sync', 's3://s3cmd/', join(folder, 's3cmd-copy/')], ''],
    [[...s3cmd, 'del', '--recursive', '--force', 's3://s3cmd/more/'], 'delete'],
  ],
  rclone: [
    [['rclone', 'mkdir', 'R:rclone'], ''],
    [['rclone', 'copy', files, 'R:rclone', '--s3-upload-cutoff=8M', '--s3-chunk-size=8M'], ''],
    [['rclone', 'lsf', 'R:rclone'], 'a b+c&.txt', '海.txt', 'more/'],
    [['rclone', 'lsf', '-R', '--s3-list-version=2', 'R:rclone'], 'more/large.bin'],
    [['rclone', 'lsd', 'R:'], 'rclone'],
    [['rclone', 'check', files, 'R:rclone'], ''],
    [['rclone', 'check', '--download', files, 'R:rclone'], ''],
    [['rclone', 'cleanup', 'R:rclone'], ''],
    [['rclone', 'delete', 'R:rclone/more'], ''],
  ],
  aws: [
    [[...aws, 's3', 'mb', 's3://awscli'], 'make_bucket'],
    [[...aws, 's3', 'sync', files, 's3://awscli'], 'upload'],
    [[...aws, 's3', 'ls', 's3://awscli'], 'a b+c&.txt', '海.txt', 'PRE more/'],
    [[...aws, 's3', 'ls'], 'awscli'],
    [[...aws, 's3api', 'list-objects', '--bucket=awscli', '--delimiter=/'], 'CommonPrefixes'],
    [[...aws, 's3', 'cp', 's3://awscli/more/large.bin', join(folder, 'aws.bin')], 'download'],
    [[...aws, 's3', 'rm', '--recursive', 's3://awscli'], 'delete'],
  ],
  python3: [[['python3', '-c', boto3], 'more/large.bin']],
}

let failed = 0
const wanted = process.argv.slice(2)
for (const [name, commands] of Object.entries(clients)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (!(await isInstalled(name))) {
    console.log(`${name}: not installed`)
    continue
  }
  for (const [[program, ...words], ...expected] of commands) {
    const output = await run(program, words, { env, timeout: 60_000 }).catch((error) => error)
    const missing = expected.filter((word) => !output.stdout?.includes(word))
    const isGood = !(output instanceof Error) && missing.length === 0
    if (!isGood) failed++
    const own = words.filter((word) => !s3cmd.includes(word) && !aws.includes(word))
    const shown = program === 'python3' ? 'boto3' : [program, ...own].join(' ')
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${shown}`)
    if (!isGood) console.log(`${missing.join(', ')}\n${output.stdout}\n${output.stderr ?? output}`)
  }
}
server.closeAllConnections()
server.close()
await storage.close()
rmSync(folder, { recursive: true })
process.exitCode = failed > 0 ? 1 : 0

async function isInstalled(name) {
  const words = name === 'python3' ? ['-c', 'import boto3'] : ['--version']
  return run(name, words).then(
    () => true,
    () => false,
  )
}
