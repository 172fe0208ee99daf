import { type ComponentType, createContext, lazy, Suspense, use, useState } from 'react'

/** The names of the lazy parts on a page, which the server collects while it renders. */
export const ShownParts = createContext<Set<string> | undefined>(undefined)

const PATIENCE_MS = 3_000
const loaders = new Map<string, () => Promise<void>>()

/**
 * Makes a component whose code is loaded when it is shown. If it is on the server's page, its code is
 * loaded before React takes over: React would render a part without code anew at the first update,
 * and forget a press or the focus in it.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
) {
  let loaded: ComponentType<Props> | undefined
  const Lazy = lazy(async () => ({ default: await load() }))
  loaders.set(name, async () => {
    loaded = await load()
  })
  return function Part(props: Props) {
    use(ShownParts)?.add(name)
    // Keeps what it began with: another component would lose the state of the part.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    )
  }
}

/** Loads the code of the named parts. What fails or takes too long is loaded when it is shown. */
export async function loadParts(names: string[]) {
  const all = Promise.allSettled(names.map(async (name) => loaders.get(name)?.()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
