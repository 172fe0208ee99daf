import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, type ReactNode, useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { type Extra, extraFilePath } from './extra.shared.ts'
import { ExtraFacts } from './extra-list.tsx'
import { useExtraKinds } from './extra-words.tsx'

/**
 * Lists the extras that a holder may open, each with a button. Without a script the buttons are links to
 * the files. Renders nothing without extras.
 */
export function OwnExtras({ extras, heading }: { extras: readonly Extra[]; heading: ReactNode }) {
  const { t } = useLingui()
  if (extras.length === 0) return null
  return (
    <section aria-label={t`Your extras`} className="grid gap-3">
      {heading}
      <ul className="grid gap-4">
        {extras.map((extra) => (
          <li key={extra.id} className="flex flex-wrap items-start gap-x-3 gap-y-2">
            <OwnExtra extra={extra} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnExtra({ extra }: { extra: Extra }) {
  const { kind } = extra
  const kinds = useExtraKinds()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ExtraFacts
        extra={extra}
        facts={kinds[kind]}
        button={!isOpen && <OpenButton extra={extra} onOpen={() => setOpen(true)} />}
      />
      {isOpen && <OpenedExtra extra={extra} />}
    </>
  )
}

function OpenButton({ extra, onOpen }: { extra: Extra; onOpen: () => void }) {
  const { t } = useLingui()
  const { kind, name } = extra
  const to = extraFilePath(extra.id)
  if (kind === 'pdf')
    return (
      <LinkButton small reloadDocument icon="download" to={to} aria-label={t`Download: ${name}`}>
        <Trans>Download</Trans>
      </LinkButton>
    )
  const verb = kind === 'poster' ? t`View` : kind === 'voice' ? t`Listen` : t`Watch`
  return (
    <LinkButton
      small
      reloadDocument
      icon={kind === 'poster' ? rareIcons.larger : 'play'}
      to={to}
      aria-label={`${verb}: ${name}`}
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      {verb}
    </LinkButton>
  )
}

/** Plays or shows an extra. Each part of the file is authorised again, so it may end with the right. */
function OpenedExtra({ extra: { id, kind, name } }: { extra: Extra }) {
  const askAgain = useRefetchAll()
  const [hasFailed, setFailed] = useState(false)
  const onError = () => {
    setFailed(true)
    void askAgain()
  }
  const played = { autoPlay: true, src: extraFilePath(id), onError, onPlay: pauseOthers }
  if (hasFailed)
    return (
      <p role="alert" className="basis-full text-small text-bad">
        <Trans>This extra could not be opened. Load the page again.</Trans>
      </p>
    )
  if (kind === 'poster')
    return <img src={played.src} alt={name} className="basis-full rounded-sm" onError={onError} />
  if (kind === 'voice')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators give extras no captions
      <audio controls {...played} aria-label={name} className="w-full" />
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators give extras no captions
    <video
      controls
      {...played}
      playsInline
      aria-label={name}
      className="max-h-[70vh] w-full rounded-sm bg-[#000]"
    />
  )
}

/** Pauses the film and other extras of the page, so that one of them is heard. */
function pauseOthers({ currentTarget }: SyntheticEvent) {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video'))
    if (other !== currentTarget) other.pause()
}
