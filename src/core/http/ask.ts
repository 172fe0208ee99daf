import {
  keepPreviousData,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createContext, data, type RouterContextProvider, useRevalidator } from 'react-router'
import { type Endpoint, type InputOf, type ReplyOf, requestOf } from './endpoint.ts'
import { type ErrorCode, type ErrorParams, errors, isRefusal, Refusal } from '#core/errors.ts'

/** How often screens ask again, in milliseconds (product.md 9). */
export const REFRESH = { status: 5_000, grid: 30_000 } as const

/** Set by web.ts for each request. */
export const askContext = createContext<(endpoint: Endpoint, input: unknown) => Promise<unknown>>()

/** Where this browser may send uploads to, besides here: an origin. Set by web.ts too. */
export const uploadOriginContext = createContext<string>()

/** Where the world finds this house, without a slash at the end. Set by web.ts too. */
export const publicUrlContext = createContext<string>()

/** The house's clock at the request: countdowns go by it, not by the reader's. */
export const nowContext = createContext<Date>()

/** In a loader: runs the endpoint's act in this process. A refusal becomes the page's status. */
export async function ask<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> {
  return (await askUnless(context, [], endpoint, input)) as ReplyOf<E>
}

/** The same where a refusal is an answer: `undefined` instead of its page. */
export async function askUnless<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  codes: readonly ErrorCode[],
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E> | undefined> {
  try {
    return (await context.get(askContext)(endpoint, input)) as ReplyOf<E>
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (codes.includes(error.code)) return undefined
    if (isNoId(error)) throw refusedPage('not_found')
    throw refusedPage(error.code, error.params)
  }
}

/** Whether a page was asked for by what can be no id: there is nothing at such an address. */
const isNoId = ({ code, params }: Refusal) =>
  code === 'input_invalid' && ['id', 'kid', 'uuid'].includes(String(params.field))

/** For a loader to throw: the page that says why not, with the refusal's status. */
export const refusedPage = (code: ErrorCode, params: ErrorParams = {}) =>
  data({ code, params }, { status: errors[code].status })

/** In milliseconds, or never; where that depends on what the last answer was, a function of it. */
type Every<Answer> = number | false | ((latest: Answer) => number | false)

interface Live<Brought, Answer = Brought> {
  initial: Brought
  every: Every<Answer>
}

/**
 * In a screen: asks again every so many milliseconds, beginning with what the loader brought, and
 * from there again whenever the loader brings something new. While it brought `null`, nothing is
 * asked.
 */
export function useLive<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  live: Live<ReplyOf<E>>,
): ReplyOf<E>
export function useLive<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  live: Live<ReplyOf<E> | null, ReplyOf<E>>,
): ReplyOf<E> | null
export function useLive<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { initial, every }: Live<ReplyOf<E> | null, ReplyOf<E>>,
): ReplyOf<E> | null {
  const client = useQueryClient()
  const query = liveQuery(endpoint, input, initial, every)
  const bring = useEffectEvent((brought: typeof initial) =>
    client.setQueryData(query.queryKey, brought),
  )
  useEffect(() => void bring(initial), [initial])
  const { data: latest = initial } = useQuery<ReplyOf<E> | null>(query)
  return latest
}

/** The same of several at once; `initial` stays one array until the loader brings another. */
export function useLiveAll<E extends Endpoint>(
  endpoint: E,
  inputs: InputOf<E>[],
  { initial, every }: Live<ReplyOf<E>[], ReplyOf<E>>,
): ReplyOf<E>[] {
  const client = useQueryClient()
  const queries = inputs.map((input, i) => liveQuery(endpoint, input, initial[i]!, every))
  const bring = useEffectEvent((brought: ReplyOf<E>[]) => {
    for (const [i, { queryKey }] of queries.entries()) client.setQueryData(queryKey, brought[i])
  })
  useEffect(() => bring(initial), [initial])
  return useQueries({ queries }).map(({ data: latest }, i) => latest ?? initial[i]!)
}

function liveQuery<E extends Endpoint, Brought extends ReplyOf<E> | null>(
  endpoint: E,
  input: InputOf<E>,
  initial: Brought,
  every: Every<ReplyOf<E>>,
) {
  const pause = ({ state: { data: latest } }: { state: { data?: unknown } }) =>
    typeof every !== 'function' ? every : latest ? every(latest as ReplyOf<E>) : false
  return {
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => send(endpoint, input, { signal }),
    enabled: initial !== null,
    initialData: () => initial,
    refetchInterval: pause, // stands still while the page is hidden
    // Else it would ask at once for what the loader has just brought.
    staleTime: (query: Parameters<typeof pause>[0]) => pause(query) || Infinity,
  }
}

/** In a screen: the answer to what is being asked just now, and meanwhile the one before. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
): ReplyOf<E> | undefined {
  const { data: answer } = useQuery<ReplyOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => send(endpoint, input!, { signal }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return input === undefined ? undefined : answer
}

/** In a screen, after something was done: everything on it is asked for again. */
export function useAskAgain() {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    await Promise.all([revalidate(), client.invalidateQueries()])
  }, [client, revalidate])
}

/** The same for what changes by itself only, which what the loader brought does not. */
export function useRefresh() {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries(), [client])
}

/**
 * What is asked for again while it is on its way is the one that is: a button can be pressed twice
 * before it looks busy. `nameOf` says which are the same.
 */
export function useOnItsWay<Input, Reply>(
  action: (input: Input) => Promise<Reply>,
  nameOf: (input: Input) => string,
) {
  const [onItsWay] = useState(() => new Map<string, Promise<Reply>>())
  return (input: Input): Promise<Reply> => {
    const name = nameOf(input)
    const answer = onItsWay.get(name) ?? action(input).finally(() => onItsWay.delete(name))
    onItsWay.set(name, answer)
    return answer
  }
}

/**
 * In a screen: a call to make. The request id is kept until there is an answer. What is done after
 * a refusal is a part of the call: only then does it say why, and can be made again.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { afterRefusal }: { afterRefusal?: () => Promise<void> } = {},
) {
  const id = useRef<string>(undefined)
  const sendOnce = useOnItsWay((input: InputOf<E>) => {
    id.current ??= crypto.randomUUID()
    return send(endpoint, input, { id: id.current })
  }, JSON.stringify)
  return useMutation<ReplyOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => sendOnce(input),
    onSuccess: () => {
      id.current = undefined
    },
    onError: async (error) => {
      // A refusal is an answer; silence is not, and then the same request may be sent again.
      if (!isRefusal(error) || error.code === 'unavailable') return
      id.current = undefined
      await afterRefusal?.()
    },
  })
}

/** In a screen or a worker of one: one call, answered or refused. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { id, signal, keepalive }: { id?: string; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<ReplyOf<E>> {
  const { url, body } = requestOf(endpoint, input)
  const headers = { 'content-type': 'application/json', ...(id && { 'idempotency-key': id }) }
  const init = {
    method: endpoint.method,
    headers,
    ...(body && { body }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }), // finished even if the page is left
  }
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw signal?.aborted ? cause : new Refusal('unavailable', {}, { cause })
  })
  if (response.status === 204) return undefined as ReplyOf<E>
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as ReplyOf<E>
  const said = (answer as { error?: Pick<Refusal, 'code' | 'params'> } | undefined)?.error
  throw said ? new Refusal(said.code, said.params) : new Refusal('unavailable')
}
