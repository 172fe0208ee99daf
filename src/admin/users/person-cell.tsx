import { PersonName } from '#src/ui/person-name.tsx'

/** A person's username above their e-mail, as the heading of a row. */
export function PersonCell({ username, email }: { username: string; email: string }) {
  return (
    <span className="grid min-w-0 text-start">
      <span className="font-semibold wrap-anywhere">
        <PersonName of={username} />
      </span>
      <span className="text-hint font-normal wrap-anywhere text-ink-2">{email}</span>
    </span>
  )
}
