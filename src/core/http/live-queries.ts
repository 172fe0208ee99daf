import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { adopt, type LiveOptions, liveQuery } from './ask.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'

/** Refetches an endpoint for several inputs. `initial` must stay the same array until the loader runs again. */
export function useLiveQueries<E extends Endpoint>(
  endpoint: E,
  inputs: InputOf<E>[],
  { initial, refetchInterval }: LiveOptions<ReplyOf<E>[], ReplyOf<E>>,
): ReplyOf<E>[] {
  const client = useQueryClient()
  const queries = inputs.map((input, i) =>
    liveQuery(endpoint, input, { initial: initial[i]!, refetchInterval }),
  )
  const reset = useEffectEvent((loaded: ReplyOf<E>[]) => {
    for (const [i, { queryKey }] of queries.entries()) adopt(client, queryKey, loaded[i])
  })
  useEffect(() => reset(initial), [initial])
  return useQueries({ queries }).map(({ data: latest }, i) => latest ?? initial[i]!)
}
