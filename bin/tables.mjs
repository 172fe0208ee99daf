// Generates src/core/database/tables.ts from the schema: a type for each table. Run after adding a migration.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/core/database/db.ts'
import { migrate } from '../src/core/database/migrate.ts'
import { openPostgres } from '../src/core/database/postgres.ts'

const dir = join(tmpdir(), `renban-tables-${process.pid}`)
const postgres = await openPostgres(dir)
try {
  const { pool } = connect(postgres.url)
  await migrate(pool)
  await pool.end()
  const mapping = { int8: 'number', timestamptz: 'string', jsonb: 'unknown' }
  execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${postgres.url}`,
      '--out-file=src/core/database/tables.ts',
      '--include-pattern=public.*',
      '--exclude-pattern=public.migration',
      `--type-mapping=${JSON.stringify(mapping)}`,
    ],
    { stdio: 'inherit' },
  )
  execFileSync('node_modules/.bin/oxfmt', ['src/core/database/tables.ts'], { stdio: 'inherit' })
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
