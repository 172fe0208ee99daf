import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ends, need, runEngine, startEngine, userNamed, within } from './engine.ts'

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'].map(
  (name) => `/usr/bin/${name}`,
)
const [, MON, OSD, MAP, GATEWAY, ADMIN] = PROGRAMS as [string, ...string[]]
const PORT = 9_000 // as in deploy/haproxy.cfg and deploy/nginx.conf
const FSID = '5f0e1c6a-3a57-4c3e-8a37-0d0c9f2b7a11'
const KEY = { id: 'renbanproof', secret: 'the secret of this proof only' }

/** Starts Ceph with one monitor and one disk in memory, and its object gateway. Returns its environment. */
export async function openRadosgw(ends: Ends, folder: string) {
  need(...PROGRAMS)
  const as = userNamed('ceph')
  const dir = join(folder, 'ceph')
  for (const name of ['', 'mon', 'osd', 'rgw']) {
    mkdirSync(join(dir, name))
    chownSync(join(dir, name), as.uid, as.gid)
  }
  const file = join(dir, 'ceph.conf')
  writeFileSync(file, configuration(dir))
  const options = { folder: dir, as }
  const map = join(dir, 'monmap')
  const start = (name: string, program: string, words: string[]) => {
    const engine = startEngine(name, program, ['-f', '-c', file, ...words], options)
    ends.after(() => engine.end('SIGKILL')) // its data is in memory
  }
  const monitors = ['--addv', 'a', '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]', '--fsid', FSID]
  runEngine(MAP!, ['--create', ...monitors, map], options)
  runEngine(MON!, ['-c', file, '--mkfs', '-i', 'a', '--monmap', map], options)
  start('ceph-mon', MON!, ['-i', 'a'])
  const ceph = (...words: string[]) =>
    runEngine(PROGRAMS[0]!, ['-c', file, '--connect-timeout', '10', ...words], options)
  await within(60, () => ceph('status'))
  ceph('osd', 'new', FSID)
  runEngine(OSD!, ['-c', file, '--mkfs', '-i', '0', '--osd-uuid', FSID], options)
  start('ceph-osd', OSD!, ['-i', '0'])
  await within(60, () => {
    if (!/ 1 up/.test(ceph('osd', 'stat'))) throw new Error('the OSD is not up')
  })
  runEngine(
    ADMIN!,
    [
      '-c',
      file,
      'user',
      'create',
      '--uid=renban',
      '--display-name=Renban',
      `--access-key=${KEY.id}`,
      `--secret=${KEY.secret}`,
    ],
    options,
  )
  start('radosgw', GATEWAY!, ['-n', 'client.rgw'])
  const url = `http://127.0.0.1:${PORT}`
  await within(60, () => fetch(url))
  return {
    S3_ENDPOINT: url,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'renban',
    S3_ACCESS_KEY_ID: KEY.id,
    S3_SECRET_ACCESS_KEY: KEY.secret,
  }
}

/** No passwords within the cluster: only this proof can reach it. */
const configuration = (dir: string) => `
[global]
fsid = ${FSID}
mon host = [v2:127.0.0.1:3300,v1:127.0.0.1:6789]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc # the gateway would insist on encryption, which needs passwords
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data = ${dir}/mon
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
run dir = ${dir}
admin socket = ${dir}/$name.asok
log file = ${dir}/$name.log
pid file = ${dir}/$name.pid
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${PORT}
rgw data = ${dir}/rgw
rgw dns name = files.renban.example
`
