import { compressFiles } from './compress.mjs'
import { run } from './run.mjs'

/** Builds the pages for production to `build/`, with the given Node. */
export async function buildPages(node) {
  const build = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel=warn']
  await run(node, build, { env: { NODE_ENV: 'production' } })
  await compressFiles('build/client/built')
}
