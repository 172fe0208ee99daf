import { type ComponentType, createContext, lazy, Suspense, use, useState } from 'react'
import { lostCode } from './lazy-dialog.tsx'

/** The names of the lazy parts on a page, which the server collects while it renders. */
export const ShownParts = createContext<Set<string> | undefined>(undefined)

const PATIENCE_MS = 3_000
const loaders = new Map<string, () => Promise<void>>()
const seenFirst = new Set<string>()

interface LazyOptions<Props> {
  /** Stands in for the part until its code is there. */
  Meanwhile?: ComponentType<Props>
  /** The part moves what is below it: a page that is opened by a link waits for its code. */
  isSeenFirst?: boolean
}

/**
 * Makes a component whose code is loaded when it is shown. If it is on the server's page, its code is
 * loaded before React takes over: React would render a part without code anew at the first update,
 * and forget a press or the focus in it.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { Meanwhile, isSeenFirst }: LazyOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined
  // A part whose code is lost stays as it is on the server's page: an error would replace all of the page.
  const Lazy = lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      lostCode.tell()
      return new Promise<never>(() => {})
    }
  })
  loaders.set(name, async () => {
    loaded ??= await load()
  })
  if (isSeenFirst) seenFirst.add(name)
  return function Part(props: Props) {
    use(ShownParts)?.add(name)
    // Keeps what it began with: another component would lose the state of the part.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Shown {...props} />
      </Suspense>
    )
  }
}

/** Loads the code of the named parts. What fails or takes too long is loaded when it is shown. */
export async function loadParts(names: Iterable<string>) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([loadAll([...names]), patience])
}

/** Loads the parts of a page, then those inside them, which only their code makes known. */
async function loadAll(names: readonly string[]) {
  const known = names.filter((name) => loaders.has(name))
  await Promise.allSettled(known.map((name) => loaders.get(name)!()))
  const inside = names.filter((name) => !known.includes(name))
  if (inside.some((name) => loaders.has(name))) await loadAll(inside)
}

/** Loads the code of the parts that would move what is below them, of all pages opened so far. */
export const loadFirstParts = () => loadParts(seenFirst)
