import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { HiddenMessage } from '#src/catalog/moderation/message-quote.tsx'
import { ReportButton } from '#src/catalog/moderation/report-button.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import {
  type Message,
  MESSAGE_MAX,
  postMessage,
  removeMessage,
  type Screening,
} from './screening.shared.ts'

/** Shows what people write, as plain text. The host can remove messages. */
export function ChatPanel(props: { screening: Screening; refresh: () => Promise<void> }) {
  const { screening, refresh } = props
  const { id, role, messages } = screening
  const { t } = useLingui()
  const removing = useEndpointMutation(removeMessage)
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === newest) return
    shown.current = newest
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest])
  const onRemove = (message_id: string) =>
    removing.mutate({ id, message_id }, { onSuccess: () => void refresh() })
  return (
    <section aria-labelledby="chat" className="grid content-start gap-3">
      <h2 id="chat" className="text-h2">
        <Trans>Chat</Trans>
      </h2>
      {messages.length === 0 && (
        <p className="text-small text-ink-2">
          <Trans>No messages yet. They are deleted when the screening ends.</Trans>
        </p>
      )}
      <div
        ref={list}
        role="log"
        aria-label={t`Messages`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
        className="max-h-80 overflow-y-auto"
        hidden={messages.length === 0}
      >
        <ol className="grid gap-2">
          {messages.map((message) => (
            <li key={message.id} className="flex items-start gap-2">
              <Written message={message} />
              {!message.message_hidden && (
                <ReportButton
                  small
                  thing={{ of: 'screening_message', id: message.id }}
                  isOwn={message.is_mine}
                />
              )}
              {role === 'host' && (
                <IconButton
                  icon={rareIcons.remove}
                  label={t`Remove the message of ${message.name}`}
                  onClick={() => onRemove(message.id)}
                />
              )}
            </li>
          ))}
        </ol>
      </div>
      <WriteForm id={id} refresh={refresh} />
      <RefusalMessage error={removing.error} />
    </section>
  )
}

/** Shows one message; if it is hidden, its sender alone reads it, and why. */
function Written({ message: { id, name, text, message_hidden, is_mine } }: { message: Message }) {
  return (
    <div className="min-w-0 flex-1 wrap-anywhere">
      <p>
        <bdi className="font-semibold">{name}</bdi>{' '}
        <bdi className="whitespace-pre-line">{text}</bdi>
      </p>
      {message_hidden && (
        <div className="text-hint text-ink-2">
          <HiddenMessage thing={{ of: 'screening_message', id }} isOwn={is_mine} />
        </div>
      )}
    </div>
  )
}

function WriteForm({ id, refresh }: { id: string; refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const posting = useEndpointMutation(postMessage)
  const [text, setText] = useState('')
  const unsent = useRef<{ message_id: string; text: string }>(undefined)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const said = text.trim()
    if (said === '' || posting.isPending) return
    const isAgain = unsent.current?.text === said
    const message = isAgain ? unsent.current! : { message_id: crypto.randomUUID(), text: said }
    setText('')
    const onSuccess = () => {
      unsent.current = undefined
      void refresh()
    }
    /** Gives back what was not sent, before what was written meanwhile. */
    const onError = () => {
      unsent.current = message
      setText((next) => (next === '' ? said : `${said} ${next}`))
    }
    posting.mutate({ id, ...message }, { onSuccess, onError })
  }
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <div className="flex gap-2">
        <input
          className="input min-w-0 flex-1"
          aria-label={t`Your message`}
          maxLength={MESSAGE_MAX}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" busy={posting.isPending}>
          <Trans context="chat">Send</Trans>
        </Button>
      </div>
      <RefusalMessage error={posting.error} />
    </form>
  )
}
