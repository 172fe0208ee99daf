import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { createContext, data, type RouterContextProvider, useRevalidator } from 'react-router'
import { type Endpoint, type InputOf, type ReplyOf, requestOf } from './endpoint.ts'
import { errors } from '#core/error-catalogue.ts'
import {
  type ErrorCode,
  type ErrorParams,
  guestRefusals,
  isRefusal,
  Refusal,
} from '#core/errors.ts'
import { untilAnswered } from './slow-requests.shared.ts'

/** The intervals at which screens refetch, in milliseconds. */
export const REFETCH_MS = { status: 5_000, grid: 30_000 } as const

/** Runs an endpoint in this process, for the current request. Set by `web.ts`. */
export const askContext = createContext<(endpoint: Endpoint, input: unknown) => Promise<unknown>>()

/** The other origins that pages use, several separated by blanks. */
export interface Origins {
  upload: string
  /** Empty if this server sends the segments. */
  media: string
  /** Empty without a licence provider. */
  licences: string
  /** The page of external wallets; null without any. */
  wallet: { url: string; origin: string; network: 'mainnet' | 'testnet' } | null
}
/** Set by `web.ts`. */
export const originsContext = createContext<Origins>()

/** Holds the pattern of the page's route (`/asset/:kid`) once it is matched. Set by `web.ts`. */
export const patternContext = createContext<{ pattern?: string }>()

/** The public address of the app, without a trailing slash. Set by `web.ts`. */
export const publicUrlContext = createContext<string>()

/** The nonce of the page's Content-Security-Policy. Set by `web.ts`. */
export const nonceContext = createContext<string>()

/**
 * Logs a bug of a page and returns its refusal with the logged reference. Set by `web.ts`, because built pages
 * have a log of their own.
 */
export const pageBugContext = createContext<(error: unknown) => Refusal>()

/** The message ids of each route, by the address of its script. Set by `web.ts`. */
export const pageTextsContext = createContext<Record<string, string[]>>()

/** The server's time at the request. Countdowns use it instead of the reader's clock. */
export const nowContext = createContext<Date>()

/** Runs an endpoint's action in this process, for loaders. A refusal becomes the page's status. */
export async function ask<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> {
  return (await askOptional(context, [], endpoint, input)) as ReplyOf<E>
}

/** Runs an endpoint like `ask`, but returns `undefined` if refused with one of `codes`. */
export async function askOptional<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  codes: readonly ErrorCode[],
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E> | undefined> {
  try {
    return (await context.get(askContext)(endpoint, input)) as ReplyOf<E>
  } catch (error) {
    if (!isRefusal(error)) {
      const { code, params } = context.get(pageBugContext)(error)
      throw refusedPage(code, params)
    }
    if (codes.includes(error.code)) return undefined
    if (isInvalidId(error)) throw refusedPage('not_found')
    throw refusedPage(error.code, error.params)
  }
}

/** Recognises a malformed id in a page's address: such a page is not found. */
const isInvalidId = ({ code, params }: Refusal) =>
  code === 'input_invalid' && ['id', 'kid', 'uuid'].includes(String(params.field))

/** Builds the error page of a refusal, with its status, for a loader to throw. */
export const refusedPage = (code: ErrorCode, params: ErrorParams = {}) =>
  data({ code, params }, { status: errors[code].status })

/** Reads the form that was posted to a page. Throws the page of `form_malformed` if there is none. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw refusedPage('form_malformed')
  }
}

/** Milliseconds, `false` for never, or a function of the latest reply that returns either. */
type RefetchInterval<Reply> = number | false | ((latest: Reply) => number | false)

export interface LiveOptions<Initial, Reply = Initial> {
  /** The data that the loader returned. */
  initial: Initial
  refetchInterval: RefetchInterval<Reply>
  /** The reader does not wait for it: a slow answer is given up and not announced. */
  inBackground?: boolean
}
const BACKGROUND_MS = 30_000
const TIMEOUT = 504 // HTTP

/**
 * Refetches an endpoint at an interval. Starts with the loader's data, and starts again from there
 * whenever the loader returns new data. Fetches nothing while the loader's data is `null`.
 */
export function useLiveQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  live: LiveOptions<ReplyOf<E>>,
): ReplyOf<E>
export function useLiveQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  live: LiveOptions<ReplyOf<E> | null, ReplyOf<E>>,
): ReplyOf<E> | null
export function useLiveQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  live: LiveOptions<ReplyOf<E> | null, ReplyOf<E>>,
): ReplyOf<E> | null {
  const client = useQueryClient()
  const { initial } = live
  const query = liveQuery(endpoint, input, live)
  const reset = useEffectEvent((loaded: typeof initial) => adopt(client, query.queryKey, loaded))
  useEffect(() => reset(initial), [initial])
  const { data: latest = initial } = useQuery<ReplyOf<E> | null>(query)
  return latest
}

/**
 * Starts a query again from the loader's data. If another reply came lately, asks once more: the loader
 * may have been asked before it and answered after it.
 */
export function adopt(client: QueryClient, queryKey: QueryKey, loaded: unknown): void {
  const { data: latest, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
  if (latest === loaded) return
  client.setQueryData(queryKey, loaded)
  const isOvertaken = Date.now() - dataUpdatedAt < REFETCH_MS.grid
  if (isOvertaken) void client.invalidateQueries({ queryKey, exact: true })
}

const ownLimit = (signal: AbortSignal) => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(BACKGROUND_MS)]),
  hasOwnLimit: true,
})

/** Returns the query of `useLiveQuery` for TanStack Query. */
export function liveQuery<E extends Endpoint, Initial extends ReplyOf<E> | null>(
  endpoint: E,
  input: InputOf<E>,
  { initial, refetchInterval: interval, inBackground }: LiveOptions<Initial, ReplyOf<E>>,
) {
  const intervalOf = ({ state: { data: latest } }: { state: { data?: unknown } }) =>
    typeof interval !== 'function' ? interval : latest ? interval(latest as ReplyOf<E>) : false
  return {
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      send(endpoint, input, inBackground ? ownLimit(signal) : { signal }),
    enabled: initial !== null,
    initialData: () => initial,
    refetchInterval: intervalOf, // paused while the page is hidden
    // Otherwise the query would immediately refetch the data that the loader has just returned.
    staleTime: (query: Parameters<typeof intervalOf>[0]) => intervalOf(query) || Infinity,
  }
}

/** Fetches an endpoint for a changing input; keeps the previous reply until the next one arrives. */
export function useEndpointQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
): ReplyOf<E> | undefined {
  return useEndpointRead(endpoint, input).reply
}

/** Fetches like `useEndpointQuery`, for a screen that says why it failed and tries again. */
export function useEndpointRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | undefined) {
  const {
    data: latest,
    error,
    refetch,
  } = useQuery<ReplyOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => send(endpoint, input!, { signal }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const reply: ReplyOf<E> | undefined = input === undefined ? undefined : latest
  return { reply, error, again: () => void refetch() }
}

/** Returns a function that refetches everything on a screen: its loaders and its queries. */
export function useRefetchAll() {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    await Promise.all([revalidate(), client.invalidateQueries()])
  }, [client, revalidate])
}

/** Returns a function that refetches the queries of a screen, but not its loaders. */
export function useRefetchQueries() {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries(), [client])
}

/**
 * Deduplicates calls in flight: a second call with the same key gets the promise of the first. A
 * button can be pressed twice before it shows that it is busy.
 */
export function useDeduplicated<Input, Reply>(
  action: (input: Input, key: string) => Promise<Reply>,
  keyOf: (input: Input) => string,
) {
  const [inFlight] = useState(() => new Map<string, Promise<Reply>>())
  return (input: Input): Promise<Reply> => {
    const key = keyOf(input)
    const reply = inFlight.get(key) ?? action(input, key).finally(() => inFlight.delete(key))
    inFlight.set(key, reply)
    return reply
  }
}

interface AfterCall {
  afterRefusal?: () => Promise<void>
  afterAnswer?: () => Promise<void>
}

/**
 * Returns a mutation that calls an endpoint. A call without an answer leaves its `Idempotency-Key` to the
 * next one, even with another input. If the first did arrive, the next is refused, and
 * `ConnectionNotices` refetches everything. The mutation stays pending until `afterRefusal` has finished.
 * Only then does it show the error and accept another call. `afterAnswer` is called after a success and
 * after a refusal. Neither is called without an answer: the page could not be read either, and what
 * was typed would go.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { afterRefusal, afterAnswer }: AfterCall = {},
) {
  const [keys] = useState(() => new Map<string, string>()) // of calls without an answer, by their input
  const sendOnce = useDeduplicated(async (input: InputOf<E>, asked) => {
    const [from = asked] = keys.has(asked) ? [asked] : keys.keys()
    const id = keys.get(from) ?? crypto.randomUUID()
    keys.delete(from)
    try {
      return await send(endpoint, input, { id })
    } catch (error) {
      if (!isFinal(error)) keys.set(asked, id) // it may have arrived: the next call has the same key
      throw error
    }
  }, JSON.stringify)
  return useMutation<ReplyOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => sendOnce(input),
    onSuccess: () => void afterAnswer?.(),
    onError: async (error) => {
      // Keeps what was typed under the sign-in: reading the page again would be refused, too.
      if (!isFinal(error) || guestRefusals.includes(error.code)) return
      void afterAnswer?.()
      await afterRefusal?.()
    },
  })
}

/** The refusals after which nobody knows whether the server has done what was asked. */
export const unanswered: readonly ErrorCode[] = ['unavailable', 'timeout']

/** Tells if an error is a refusal that the server has decided. */
export const isFinal = (error: unknown): error is Refusal =>
  isRefusal(error) && !unanswered.includes(error.code)

interface SendOptions {
  id?: string
  signal?: AbortSignal
  keepalive?: boolean
  /** The caller limits the time and tries again by itself, so the reader is not asked to. */
  hasOwnLimit?: boolean
  headers?: Record<string, string>
}

/**
 * Calls an endpoint over HTTP, from a screen or its worker. A reader who is tired of waiting can send
 * it again (`ConnectionNotices`). Throws a refusal; without an answer `unavailable` or `timeout`.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { id, signal, keepalive, hasOwnLimit, headers: more }: SendOptions = {},
): Promise<ReplyOf<E>> {
  const { url, body } = requestOf(endpoint, input)
  const json = { 'content-type': 'application/json', ...(id && { 'idempotency-key': id }) }
  const headers = { ...json, ...more }
  const init = {
    method: endpoint.method,
    headers,
    ...(body && { body }),
    ...(keepalive && { keepalive }), // completes even if the reader leaves the page
  }
  const request = async (limit?: AbortSignal) => {
    const response = await fetch(url, { ...init, ...(limit && { signal: limit }) })
    const { ok, status } = response
    return { ok, status, text: await response.text() }
  }
  const said = await (hasOwnLimit ? request(signal) : untilAnswered(request, signal)).catch(
    (cause: unknown) => {
      throw signal?.aborted ? cause : new Refusal('unavailable', {}, { cause })
    },
  )
  const answer = parsed(said.text)
  if (said.ok) return answer as ReplyOf<E>
  const error = (answer as { error?: Pick<Refusal, 'code' | 'params'> } | undefined)?.error
  if (error) throw new Refusal(error.code, error.params)
  throw new Refusal(said.status === TIMEOUT ? 'timeout' : 'unavailable')
}

/** Returns the value of a JSON text, or `undefined` for a proxy's page and an empty answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
