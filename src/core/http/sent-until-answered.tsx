import { useCallback, useEffect, useRef, useState } from 'react'
import { isFinal, send } from '#core/http/ask.ts'
import type { Endpoint, InputOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Refusal } from '#core/errors.ts'

const TRY_MS = 8_000 // how long one try may take on a bad connection
const PAUSE_MS = { first: 500, most: 4_000 }

interface Sending<E extends Endpoint> {
  /** Sends the request, or queues it in the page until the connection is back. */
  submit: (input: InputOf<E>) => void
  reply: ReplyOf<E> | undefined
  refusal: Refusal | undefined
  isSending: boolean
  /** True after a try that got no answer: the page goes on trying. */
  isQueued: boolean
}

/**
 * Sends a request again and again with the same `Idempotency-Key` until the server answers, so that a
 * bad connection neither loses nor doubles it. `name` keeps key and request across a reload of the page.
 * The request counts as being sent until `afterReply` has finished: only then is another accepted.
 */
export function useSentUntilAnswered<E extends Endpoint>(
  endpoint: E,
  name: string,
  { afterReply }: { afterReply?: () => Promise<void> } = {},
): Sending<E> {
  const after = useRef(afterReply)
  useEffect(() => void (after.current = afterReply))
  const [state, setState] = useState<Omit<Sending<E>, 'submit'>>(IDLE)
  const isRunning = useRef(false)

  const run = useCallback(
    async ({ key, input }: Queued<E>) => {
      if (isRunning.current) return
      isRunning.current = true
      setState({ ...IDLE, isSending: true })
      for (let pause = PAUSE_MS.first; isRunning.current;) {
        try {
          const signal = AbortSignal.timeout(TRY_MS)
          const reply = await send(endpoint, input, { id: key, signal, hasOwnLimit: true })
          sessionStorage.removeItem(name)
          await after.current?.().catch(() => {}) // the request itself was answered
          finish({ ...IDLE, reply })
        } catch (error) {
          if (isFinal(error)) finish({ ...IDLE, refusal: error })
          else {
            setState({ ...IDLE, isSending: true, isQueued: true })
            await untilOnline(pause)
            pause = Math.min(2 * pause, PAUSE_MS.most)
          }
        }
      }

      function finish(end: typeof state) {
        isRunning.current = false
        sessionStorage.removeItem(name)
        setState(end)
      }
    },
    [endpoint, name],
  )

  useEffect(() => {
    const queued = sessionStorage.getItem(name)
    const start = setTimeout(() => queued && void run(JSON.parse(queued) as Queued<E>))
    return () => {
      clearTimeout(start)
      isRunning.current = false
    }
  }, [name, run])

  const submit = useCallback(
    (input: InputOf<E>) => {
      const queued = { key: crypto.randomUUID(), input }
      sessionStorage.setItem(name, JSON.stringify(queued))
      void run(queued)
    },
    [name, run],
  )
  return { ...state, submit }
}

interface Queued<E extends Endpoint> {
  key: string
  input: InputOf<E>
}

const IDLE = { reply: undefined, refusal: undefined, isSending: false, isQueued: false }

/** Waits `ms` milliseconds, or less if the connection comes back before. */
function untilOnline(ms: number) {
  const back = new AbortController()
  return new Promise<void>((resolve) => {
    const end = () => {
      back.abort()
      resolve()
    }
    window.addEventListener('online', end, { signal: back.signal })
    setTimeout(end, ms)
  })
}
