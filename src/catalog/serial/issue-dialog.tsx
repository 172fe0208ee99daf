import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useEndpointQuery, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { copyAsset } from './serial.shared.ts'

const API_MAX = 10_000 // the most that the endpoint accepts; the operator's limit may be lower

/** Issues further copies of a title: asks for their number, name and description. */
export function IssueDialog({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const issue = useEndpointMutation(copyAsset)
  const max = useEndpointQuery(getSettings, {})?.copies_per_upload ?? API_MAX
  const min = 1
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState({ title: '', description: '' })
  const [isTouched, setTouched] = useState(false)
  const count = wholeNumber(typed) ?? 0
  const isValid = count >= min && count <= max

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTouched(true)
    if (!isValid || issue.isPending) return
    const { kid, asset_type } = asset
    const text = { ...words, title: words.title.trim() || asset.title }
    issue.mutate(
      { kid, asset_type, ...text, copies_count: count },
      {
        onSuccess: ({ first_number, last_number }) => {
          void askAgain()
          toast({ message: <Issued first={first_number} last={last_number} /> })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={t`Issue more copies`} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={submit}>
        <TextField
          number
          name="copies_count"
          label={t`Copies to add`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          hint={<Outcome asset={asset} count={isValid ? count : 0} />}
          error={
            isTouched &&
            !isValid && (
              <Trans>
                Enter a number from {min} to {max}.
              </Trans>
            )
          }
        />
        <WordsFields words={words} onChange={setWords} />
        <p className="text-small text-ink-2">
          <Trans>We notify everyone who owns a copy. Issued copies cannot be taken back.</Trans>
        </p>
        <RefusalMessage error={issue.error} />
        <FormActions busy={issue.isPending} onCancel={onClose}>
          {isValid ? (
            <Plural value={count} one="Issue # copy" other="Issue # copies" />
          ) : (
            <Trans>Issue more copies</Trans>
          )}
        </FormActions>
      </form>
    </Dialog>
  )
}

interface Words {
  title: string
  description: string
}

function WordsFields(props: { words: Words; onChange: (words: Words) => void }) {
  const { words, onChange } = props
  const { t } = useLingui()
  return (
    <>
      <TextField
        optional
        name="title"
        maxLength={120}
        label={t`Name of this issue`}
        value={words.title}
        onChange={(event) => onChange({ ...words, title: event.currentTarget.value })}
      />
      <TextArea
        optional
        name="description"
        rows={3}
        maxLength={1_000}
        label={t`Text on the title’s page`}
        value={words.description}
        onChange={(event) => onChange({ ...words, description: event.currentTarget.value })}
      />
    </>
  )
}

/** Tells which numbers will be issued, and the size of the edition afterwards. */
function Outcome({ asset, count }: { asset: Asset; count: number }) {
  const last = lastNumber(asset)
  const all = asset.copies_count
  if (count === 0)
    return (
      <Plural
        value={all}
        one={`There is # copy; the last is No. ${last}.`}
        other={`There are # copies; the last is No. ${last}.`}
      />
    )
  const [from, to, then] = [last + 1, last + count, all + count]
  if (count === 1)
    return (
      <Trans>
        The new copy will be No. {from} of {then}.
      </Trans>
    )
  return (
    <Trans>
      The new copies will be No. {from} to {to} of {then}.
    </Trans>
  )
}

function Issued({ first, last }: { first: number; last: number }) {
  if (first === last) return <Trans>No. {first} was issued. You own it.</Trans>
  return (
    <Trans>
      No. {first} to {last} were issued. You own them.
    </Trans>
  )
}
