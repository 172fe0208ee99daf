import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { Endpoint, InputOf } from '#core/http/endpoint.ts'

/**
 * Returns a function that stores a choice for a thing, after earlier ones for it. Returns also the choices
 * to show until what is stored was fetched again, and the error of the last one that failed.
 */
export function useChoices<E extends Endpoint>(endpoint: E, keyOf: (input: InputOf<E>) => string) {
  const client = useQueryClient()
  const { mutateAsync } = useEndpointMutation(endpoint)
  const [latest] = useState(() => new Map<string, Promise<void>>()) // the last call for each key
  const [pending, setPending] = useState<readonly InputOf<E>[]>([])
  const [failed, setFailed] = useState<{ key: string; error: Error }>()
  async function storeAfter(earlier: Promise<void> | undefined, input: InputOf<E>) {
    await earlier
    try {
      await mutateAsync(input)
    } catch (error) {
      setFailed({ key: keyOf(input), error: error as Error })
    }
  }
  async function choose(input: InputOf<E>) {
    const key = keyOf(input)
    setPending((all) => [...all, input])
    setFailed((last) => (last?.key === key ? undefined : last))
    const stored = storeAfter(latest.get(key), input)
    latest.set(key, stored)
    await stored
    await client.invalidateQueries()
    setPending((all) => all.filter((one) => one !== input))
  }
  return {
    choose: (input: InputOf<E>) => void choose(input),
    chosen: (key: string) => pending.findLast((one) => keyOf(one) === key),
    error: failed?.error ?? null,
  }
}
