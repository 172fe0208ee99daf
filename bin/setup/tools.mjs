import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, succeeds } from './run.mjs'

const TRIED = 'node_modules/.tools-tried'
const TRY_AGAIN_MS = 60 * 60_000
const APT = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts']
const JAPANESE = /cjk|japan|ipa(ex)?[gm]|takao|vlgothic|sazanami|mplus/i

/** What we use of the system: a Debian package each, and how to see that it is there. */
const start = [
  { name: 'ffmpeg', why: 'films and music cannot be uploaded', has: () => onPath('ffmpeg') },
  { name: 'bubblewrap', why: 'uploads are opened without a sandbox', has: () => onPath('bwrap') },
]
const tests = [
  { name: 'chromium-headless-shell', why: 'journeys cannot be tested', has: hasChromium },
  { name: 'fonts-noto-cjk', why: 'pictures of pages lack Japanese', has: hasJapaneseFont },
]

/**
 * Installs what is missing where we may (root on Debian and its like); elsewhere it says what to
 * do, and what is amiss meanwhile. The house runs without any of it.
 */
export async function installTools({ tests: forTests, packages }) {
  if (process.platform === 'win32') return
  const missing = (forTests ? [...start, ...tests] : start).filter(({ has }) => !has())
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  if (process.getuid() === 0 && onPath('apt-get') && !triedLately()) await apt(names, packages)

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
    if (await run('apt-get', [...install, ...names], { env, must: false })) return
  const done =
    (await run('apt-get', [...APT, 'update'], { env, must: false })) &&
    (await run('apt-get', [...install, ...names], { env, must: false }))
  if (done) return
  await packages
  writeFileSync(TRIED, '') // without a network every start would wait for it
}

const triedLately = () => existsSync(TRIED) && Date.now() - statSync(TRIED).mtimeMs < TRY_AGAIN_MS

function hasLists() {
  const lists = '/var/lib/apt/lists'
  return existsSync(lists) && readdirSync(lists).some((file) => file.includes('_Packages'))
}

function advice(name) {
  if (process.platform === 'darwin') return `brew install ${name.replace('-headless-shell', '')}`
  return onPath('apt-get') ? `sudo apt-get install ${name}` : 'install it with your package manager'
}

function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** Either kind: the one without a window saves a journey a quarter of its processor time. */
function hasChromium() {
  return Boolean(process.env.CHROMIUM) || ['chromium-headless-shell', 'chromium'].some(onPath)
}

function hasJapaneseFont() {
  const files = FONTS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true }),
  )
  return process.platform !== 'linux' || files.some((file) => JAPANESE.test(file))
}
