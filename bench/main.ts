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

const [name = '', ...flags] = process.argv.slice(2)
const chosen = name in benches ? [name as keyof typeof benches] : Object.keys(benches)
for (const bench of chosen) {
  const startedAt = Date.now()
  const figure = await benches[bench as keyof typeof benches]()
  console.log(JSON.stringify({ name: bench, ...figure }))
  if (!flags.includes('--json'))
    console.log(`  took ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
process.exit(0)
