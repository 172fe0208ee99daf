import type { ReactNode } from 'react'

/** Hashes and ids, each below its name: beside it a phone has no room for sixty-four letters. */
export function HashList({
  marks,
}: {
  marks: readonly (readonly [name: ReactNode, value: string])[]
}) {
  return (
    <dl className="grid gap-3 text-label">
      {marks.map(([name, value]) => (
        <div key={value}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-mono text-hint break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
