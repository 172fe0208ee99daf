// Auditor's command that reads the provenance log over HTTP, computes its root from all hashes of records
// and checks the signature. With an earlier checkpoint, it also checks that the log has only grown. Exits
// with 1 if something differs.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { auditLog } from '../src/catalog/provenance/audit.ts'

const USAGE = `npm run audit-log -- URL [--key VERIFIER_KEY] [--earlier FILE] [--save FILE]
  URL         of the site, such as https://renban.example
  --key       the verifier key that you know; without it the site is asked, which proves less
  --earlier   a checkpoint that was saved before
  --save      the file for the checkpoint that was read`

/** Returns the arguments; undefined if they are not those of the usage. */
function readArguments() {
  const text = { type: 'string' }
  const options = { key: text, earlier: text, save: text }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return positionals.length === 1 ? { url: positionals[0], ...values } : undefined
  } catch {
    return undefined // an unknown option
  }
}

const given = readArguments()
if (!given) {
  console.error(USAGE)
  process.exit(2)
}
const { url, key, earlier, save } = given
try {
  const found = await auditLog(url, { key, earlier: earlier && readFileSync(earlier, 'utf8') })
  if (save) writeFileSync(save, found.checkpoint)
  console.log(`ok: ${found.origin} has ${found.size} entries, signed with ${found.key}`)
  if (found.earlier !== undefined) console.log(`ok: its first ${found.earlier} are as they were`)
} catch (error) {
  console.error(`BROKEN: ${error.message}`)
  process.exitCode = 1
}
