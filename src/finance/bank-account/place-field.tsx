import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Field } from '#src/ui/field.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { asciiDigits, convertTyped } from '#src/ui/typed-text.tsx'
import type { listBanks } from './bank.shared.ts'

export type Places = ReplyOf<typeof listBanks>

/** A search in the bank directory, with its error if it failed. */
export interface PlaceRead {
  reply: Places | undefined
  error: Error | null
  again: () => void
}

/**
 * A field for a bank or branch code. A person who does not know the code types the name and chooses
 * from a list. The name from the directory appears beside the code.
 */
export function PlaceField(props: {
  name: string
  label: string
  hint?: ReactNode
  /** The typed text: the code, or a name to search for. */
  typed: string
  onType: (typed: string) => void
  /** The search for `typed`. */
  read: PlaceRead
  error?: ReactNode
  disabled?: boolean
}) {
  const { name, label, hint, typed, onType, read, error, disabled } = props
  const places = read.reply
  const chosen = places?.items.find(({ code }) => code === typed)
  const offered = typed === '' || chosen ? undefined : places
  const input = useRef<HTMLInputElement>(null)

  function pick(code: string) {
    onType(code)
    input.current?.focus() // the clicked list item disappears
  }

  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={read.error ? undefined : error} id={name}>
        {(fieldProps) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <input
              {...fieldProps}
              ref={input}
              name={name}
              value={typed}
              {...convertTyped(asciiDigits, onType)}
              disabled={disabled}
              autoComplete="off"
              maxLength={60}
              className="input max-w-60"
            />
            {chosen && (
              <output htmlFor={name} lang="ja" className="font-semibold">
                {chosen.name}
              </output>
            )}
          </div>
        )}
      </Field>
      <ReadFailed read={read} />
      {offered && (
        <div className="bg-well p-3">
          <output className="block px-2 text-small text-ink-2">
            {offered.total === 0 ? (
              <Trans>No matches. Try the start of the name, in kanji or kana.</Trans>
            ) : (
              <Plural value={offered.total} one="# match" other="# matches" />
            )}
          </output>
          <ul>
            {offered.items.map((place) => (
              <li key={place.code}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-4 px-2 text-start hover:bg-sheet"
                  onClick={() => pick(place.code)}
                >
                  <span className="amount">{place.code}</span>
                  <span lang="ja">{place.name}</span>
                  <span lang="ja" className="text-small text-ink-2 max-sm:hidden">
                    {place.kana}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
