import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { onFirstSign } from './first-sign.ts'
import type { IconName } from './icon.tsx'

interface ToastMessage {
  message: ReactNode
  icon?: IconName
  action?: { label: string; onPress: () => void }
  /** Names its subject, such as one copy's listing: a later message about it replaces this one. */
  about?: string | undefined
  /** Keeps the message beyond its ten seconds, until this aborts. */
  until?: AbortSignal
}

/** The properties of `ToastViewport`. `onShown` removes the shown messages from `pending`. */
export interface ToastViewportProps {
  pending: readonly ToastMessage[]
  onShown: (shown: readonly ToastMessage[]) => void
}

const ToastContext = createContext<(toast: ToastMessage) => void>(() => {})

/** Returns a function that shows a message at the foot of the screen, usually for ten seconds. */
export const useToast = () => use(ToastContext)

/**
 * Provides toasts to all pages; render it once, around them. The viewport is loaded when the reader
 * first does something, as Base UI would delay every first view. Messages wait for it, and each retries a failed load.
 */
export function ToastRegion({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<readonly ToastMessage[]>([])
  const [Viewport, setViewport] = useState<ComponentType<ToastViewportProps>>()
  const load = useCallback(
    () =>
      import('./toast-viewport.tsx').then(
        ({ ToastViewport }) => setViewport(() => ToastViewport),
        () => {}, // offline, or replaced by a deployment
      ),
    [],
  )
  useEffect(() => onFirstSign(() => void load()), [load])
  const show = useCallback(
    (toast: ToastMessage) => {
      setPending((all) => [...all, toast])
      void load()
    },
    [load],
  )
  const onShown = useCallback(
    (shown: readonly ToastMessage[]) =>
      setPending((all) => all.filter((toast) => !shown.includes(toast))),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      {Viewport && <Viewport pending={pending} onShown={onShown} />}
    </ToastContext>
  )
}
