import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { addPeople, type PeopleReview } from '#src/catalog/allowlist/allowlist.shared.ts'
import { peopleAsLines } from '#src/catalog/allowlist/parse-people.shared.ts'
import { FileSlot } from '#src/studio/publish/file-slot.tsx'
import { decode, guessEncoding } from '#src/studio/publish/text-encoding.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { Review } from './review.tsx'

/**
 * Adds people to a list from typed lines or a file, in two steps: review the lines, then add them. `hint`
 * says what adding does.
 */
export function AddPeople({ id, hint }: { id: string; hint: string }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [replace, setReplace] = useState(false)
  const reviewLines = useEndpointMutation(addPeople)
  const { put, error, isPending } = useAddPeople(id)
  const review = reviewLines.data
  const isEmpty = text.trim() === ''

  function change(typed: string) {
    setText(typed)
    reviewLines.reset()
  }

  async function importFile([file]: File[]) {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const lines = peopleAsLines(decode(bytes, guessEncoding(bytes)))
    setText((typed) => [typed.trimEnd(), lines].filter(Boolean).join('\n'))
    reviewLines.reset()
  }

  return (
    <Section title={t`Add people`} hint={hint}>
      <TextArea
        label={t`Email addresses, usernames or account IDs`}
        hint={t`One per line, or separated by commas.`}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <ul className="-mx-5 sm:-mx-6">
        <FileSlot
          label={t`Add from a file`}
          hint={t`A .csv file with the column email, username or account_id, or a .txt file with one person per line.`}
          accept=".csv,.txt,text/csv,text/plain"
          onFiles={(files) => void importFile(files)}
        />
      </ul>
      <Checkbox
        checked={replace}
        onChange={() => {
          setReplace(!replace)
          reviewLines.reset()
        }}
      >
        <Trans>Remove everyone else from the list</Trans>
      </Checkbox>
      {review && <Review review={review} />}
      <RefusalMessage error={reviewLines.error ?? error} />
      <div className="flex flex-wrap gap-3">
        {review ? (
          <Button
            look="main"
            disabled={newOn(review) === 0 && review.removed_count === 0}
            busy={isPending}
            onClick={() => put({ text, replace }, () => change(''))}
          >
            <PutWords review={review} />
          </Button>
        ) : (
          <Button
            look="main"
            disabled={isEmpty}
            busy={reviewLines.isPending}
            onClick={() => reviewLines.mutate({ id, text, replace, review: true })}
          >
            <Trans>Review the lines</Trans>
          </Button>
        )}
      </div>
    </Section>
  )
}

const newOn = ({ counts }: PeopleReview) => counts.added + counts.waiting

function PutWords({ review }: { review: PeopleReview }) {
  const { removed_count, people } = review
  if (removed_count > 0)
    return (
      <Plural value={people} one="Keep # person on the list" other="Keep # people on the list" />
    )
  const fresh = newOn(review)
  return <Plural value={fresh} one="Add # person" other="Add # people" />
}

/** Adds people. The toast can restore the people whom a replacement removed. */
function useAddPeople(id: string) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const add = useEndpointMutation(addPeople)
  const restore = useEndpointMutation(addPeople)
  function put(fields: { text: string; replace: boolean }, onDone: () => void) {
    const onSuccess = ({ people, removed, removed_count, places }: PeopleReview) => {
      onDone()
      void askAgain()
      const putBack = () =>
        restore.mutate({ id, text: removed, places }, { onSuccess: () => void askAgain() })
      toast({
        message: (
          <Plural
            value={people}
            one="# person is on the list now."
            other="# people are on the list now."
          />
        ),
        ...(removed_count > 0 && {
          action: { label: t`Add ${removed_count} back`, onPress: putBack },
        }),
      })
    }
    add.mutate({ id, ...fields }, { onSuccess })
  }
  return { put, error: add.error ?? restore.error, isPending: add.isPending }
}
