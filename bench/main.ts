import { parseArgs } from 'node:util'
import { catalog } from './catalog.ts'
import { drop } from './drop.ts'
import { lighthouse } from './lighthouse.ts'
import { order } from './order.ts'
import { pages } from './pages.ts'
import { playback } from './playback.ts'
import { race } from './race.ts'
import { purchase } from './sale.ts'
import { scale } from './scale.ts'
import { start } from './start.ts'
import { statement } from './statement.ts'
import { title } from './title.ts'
import { trade } from './trade.ts'
import { transcode } from './transcode.ts'
import { upload } from './upload.ts'

/** The benchmarks, each printing one line of JSON. With `--json` nothing else is printed. */
const benches = {
  catalog,
  drop,
  lighthouse,
  order,
  pages,
  playback,
  purchase,
  race,
  scale,
  start,
  statement,
  title,
  trade,
  transcode,
  upload,
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !(name in benches))
if (unknown) {
  console.error(`Unknown benchmark ${unknown}. Choose from: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const chosen = positionals.length > 0 ? positionals : Object.keys(benches)
for (const bench of chosen) {
  const startedAt = Date.now()
  const figure = await benches[bench as keyof typeof benches]()
  console.log(JSON.stringify({ name: bench, ...figure }))
  if (!values.json) console.log(`  took ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
process.exit(0)
