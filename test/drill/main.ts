// Tries the backups at a size like a real one. DRILL_ROWS sets another number than ten million.
import { logErrorsOnly } from '../log-capture.ts'
import { drill, withBackups } from './drill.ts'

const ROWS = Number(process.env.DRILL_ROWS ?? 10_000_000)

if (withBackups.skip) throw new Error(withBackups.skip)
logErrorsOnly()
const figures = await drill(ROWS, (line) => console.error(line))
console.log(JSON.stringify({ name: 'drill', ...figures }))
process.exit(figures.books_in_order && figures.lost_sales === 0 ? 0 : 1)
