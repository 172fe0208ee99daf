/** A line of the table: what was claimed, and what a check found. */
export interface Line {
  part: string
  claim: string
  result: 'holds' | 'FAILS' | 'not run'
  /** The figures, or why it fails or was not run. */
  found: string
}

/** Runs a check and adds its line. A check returns its figures, and throws if the claim does not hold. */
export type Claim = (part: string, claim: string, check: () => Promise<string>) => Promise<void>

/** Returns the lines as a table of Markdown. */
export function tableOf(lines: Line[]): string {
  const rows = [
    ['Part', 'Claim', 'Result', 'Found'],
    ...lines.map(({ part, claim, result, found }) => [part, claim, result, found]),
  ]
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const written = rows.map(
    (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`,
  )
  written.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return written.join('\n')
}
