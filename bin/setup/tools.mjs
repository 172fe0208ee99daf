import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, succeeds } from './run.mjs'

const FAILED = 'node_modules/.tools-tried'
const RETRY_MS = 60 * 60_000
const APT = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts']
const JAPANESE = /cjk|japan|ipa(ex)?[gm]|takao|vlgothic|sazanami|mplus/i

/** System programs: the Debian package, the consequence if missing, and a check that it is installed. */
const forStart = [
  { name: 'ffmpeg', why: 'films and music cannot be uploaded', has: () => onPath('ffmpeg') },
  { name: 'flac', why: 'FLAC of 32 bits may be refused', has: () => onPath('flac') },
  { name: 'bubblewrap', why: 'uploads are opened without a sandbox', has: () => onPath('bwrap') },
]
const forTests = [
  { name: 'chromium-headless-shell', why: 'journeys cannot be tested', has: hasChromium },
  { name: 'fonts-noto-cjk', why: 'pictures of pages lack Japanese', has: hasJapaneseFont },
  {
    name: 's3cmd',
    why: 'the storage emulator is tested with our own client only',
    has: () => onPath('s3cmd'),
  },
  { name: 'curl', why: 'the purchase in docs/api.md cannot be tested', has: () => onPath('curl') },
  { name: 'pgbouncer', why: 'poolers cannot be tested', has: () => onPath('pgbouncer') },
  {
    name: 'rclone',
    why: 'backups of files cannot be tested',
    has: () => onPath('rclone'),
  },
  { name: 'prometheus', why: 'metrics cannot be tested', has: () => onPath('promtool') },
]
const forProof = [
  { name: 'postgresql', has: () => existsSync('/usr/lib/postgresql') },
  { name: 'pgbouncer', has: () => onPath('pgbouncer') },
  { name: 'haproxy', has: () => onPath('haproxy') },
  { name: 'nginx-light', has: () => onPath('nginx') },
  { name: 'exim4-daemon-light', has: () => onPath('exim4') },
  { name: 'ceph-mon', has: () => onPath('ceph-mon') },
  { name: 'ceph-osd', has: () => onPath('ceph-osd') },
  { name: 'radosgw', has: () => onPath('radosgw') },
].map((engine) => ({ ...engine, why: 'npm run prove cannot prove everything' }))

const forBrowsers = [
  {
    name: 'firefox-esr',
    why: 'journeys cannot be made in Firefox',
    has: () => onPath('firefox-esr'),
  },
  {
    name: 'webkit2gtk-driver',
    why: 'journeys cannot be made in WebKit',
    has: () => onPath('WebKitWebDriver'),
  },
  { name: 'xvfb', why: 'WebKit has no screen', has: () => onPath('Xvfb') },
  { name: 'gstreamer1.0-libav', why: 'WebKit plays no films', has: hasCodecsOfWebKit },
]

/**
 * Installs missing system programs if possible (root on Debian and derivatives); otherwise prints
 * how to install them and what does not work without them. The app runs without all of them.
 */
export async function installTools({ tests, browsers, proof, packages }) {
  if (process.platform === 'win32') return
  const wanted = [
    ...forStart,
    ...(tests ? forTests : []),
    ...(browsers ? forBrowsers : []),
    ...(proof ? forProof : []),
  ]
  const missing = wanted.filter(({ has }) => !has())
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  if (process.getuid() === 0 && onPath('apt-get') && !failedRecently()) await apt(names, packages)

  for (const { name, why } of missing.filter(({ has }) => !has()))
    console.log(`Without ${name} ${why}: ${advice(name)}`)
}

async function apt(names, packages) {
  console.log(`Installing ${names.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = [
    ...APT,
    'install',
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  if (hasLists() && (await succeeds('apt-get', ['-s', ...APT, 'install', ...names])))
    if (await run('apt-get', [...install, ...names], { env, required: false })) return
  const done =
    (await run('apt-get', [...APT, 'update'], { env, required: false })) &&
    (await run('apt-get', [...install, ...names], { env, required: false }))
  if (done) return
  await packages
  writeFileSync(FAILED, '') // otherwise every start without a network would wait
}

const failedRecently = () => existsSync(FAILED) && Date.now() - statSync(FAILED).mtimeMs < RETRY_MS

function hasLists() {
  const lists = '/var/lib/apt/lists'
  return existsSync(lists) && readdirSync(lists).some((file) => file.includes('_Packages'))
}

function advice(name) {
  if (process.platform === 'darwin') return `brew install ${name.replace('-headless-shell', '')}`
  return onPath('apt-get') ? `sudo apt-get install ${name}` : 'install it with your package manager'
}

/** Tells if a program is installed. */
export function onPath(program) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ]
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** Accepts either Chromium; the headless shell saves a browser test a quarter of its processor time. */
function hasChromium() {
  return Boolean(process.env.CHROMIUM) || ['chromium-headless-shell', 'chromium'].some(onPath)
}

/** Looks for the codecs of GStreamer, which stand in the folder of the machine's architecture. */
function hasCodecsOfWebKit() {
  const file = 'gstreamer-1.0/libgstlibav.so'
  return ['', ...readdirSync('/usr/lib')].some((folder) =>
    existsSync(join('/usr/lib', folder, file)),
  )
}

function hasJapaneseFont() {
  const files = FONTS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true }),
  )
  return process.platform !== 'linux' || files.some((file) => JAPANESE.test(file))
}
