import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-10">
      <h2 className="mb-6 text-h1">{title}</h2>
      <div className="grid gap-8 *:min-w-0">{children}</div>
    </section>
  )
}
