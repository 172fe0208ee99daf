import type { ReactNode } from 'react'

/** Lists hashes and ids, each below its name, because a phone cannot show sixty-four letters beside it. */
export function HashList({
  hashes,
}: {
  hashes: readonly (readonly [name: ReactNode, value: string])[]
}) {
  return (
    <dl className="grid gap-3 text-label">
      {hashes.map(([name, value]) => (
        <div key={value}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-mono text-hint break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
