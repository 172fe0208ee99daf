import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import {
  type ChapterFault,
  type Chapters,
  CHAPTER_NAME_MAX,
  CHAPTERS_MAX,
  chaptersText,
  readChapters,
} from '#src/media/playback/chapters.shared.ts'
import { putChapters } from '#src/media/playback/playback.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { FileSlot } from './file-slot.tsx'

interface Props {
  kid: string
  chapters: Chapters
  /** Length of the film or song, in seconds. */
  duration: number
}

/** Edits the chapters of a film or song as lines of text, or imports them from a file. */
export function ChaptersSection({ kid, chapters, duration }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const [text, setText] = useState(() => chaptersText(chapters))
  const [isValidated, setValidated] = useState(false)
  const { save, error, isSaving } = useSave(kid, (saved) => setText(chaptersText(saved)))
  const isDirty = text !== chaptersText(chapters)
  const read = readChapters(text, duration)
  const fault = 'reason' in read ? read : undefined

  async function importFile([file]: File[]) {
    if (!file) return
    const content = await file.text()
    const found = readChapters(content, duration)
    setText('reason' in found ? content.trim() : chaptersText(found))
    setValidated(true)
    if (text.trim() !== '')
      toast({
        message: <Trans>Chapters replaced by the file.</Trans>,
        action: { label: t`Undo`, onPress: () => setText(text) },
      })
  }

  return (
    <Section
      title={t`Chapters`}
      hint={t`The player marks chapters on its timeline and lists them by name.`}
    >
      <FormFields busy={isSaving}>
        <TextArea
          label={t`One per line: start time, then name`}
          hint={t`For example, 1:23 The bridge. Leave empty for no chapters.`}
          rows={Math.min(16, Math.max(5, chapters.length + 1))}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={() => setValidated(true)}
          error={isValidated && fault && <FaultWords fault={fault} duration={duration} />}
        />
        <ul className="-mx-5 sm:-mx-6">
          <FileSlot
            label={text.trim() === '' ? t`Fill in from a file` : t`Replace with a file`}
            hint={t`A .vtt file with one cue per chapter, or a .txt file with lines like these.`}
            accept=".vtt,.txt,text/vtt,text/plain"
            onFiles={(files) => void importFile(files)}
          />
        </ul>
      </FormFields>
      <RefusalMessage error={error} />
      <UnsavedPart isDirty={isDirty} />
      <div>
        <Button
          busy={isSaving}
          disabled={!isDirty}
          onClick={() => ('reason' in read ? setValidated(true) : save(read))}
        >
          <Trans>Save the chapters</Trans>
        </Button>
      </div>
    </Section>
  )
}

function useSave(kid: string, onSaved: (saved: Chapters) => void) {
  const toast = useToast()
  const askAgain = useRefetchAll()
  const put = useEndpointMutation(putChapters)
  const save = (chapters: Chapters) =>
    put.mutate(
      { kid, chapters },
      {
        onSuccess: (saved) => {
          onSaved(saved.chapters)
          void askAgain()
          toast({ message: <Trans>Chapters saved.</Trans> })
        },
      },
    )
  return { save, error: put.error, isSaving: put.isPending }
}

function FaultWords({ fault, duration }: { fault: ChapterFault; duration: number }) {
  const { line, reason } = fault
  if (reason === 'time') return <Trans>Line {line}: start with a time, such as 1:23.</Trans>
  if (reason === 'name')
    return (
      <Trans>
        Line {line}: add a name of at most {CHAPTER_NAME_MAX} characters after the time.
      </Trans>
    )
  if (reason === 'order')
    return <Trans>Line {line}: this must be later than the line before.</Trans>
  if (reason === 'end')
    return (
      <Trans>
        Line {line}: this is after the end, {clockTime(duration)}.
      </Trans>
    )
  return (
    <Trans>
      Line {line}: at most {CHAPTERS_MAX} chapters.
    </Trans>
  )
}
