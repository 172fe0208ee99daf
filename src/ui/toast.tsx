import { useLingui } from '@lingui/react/macro'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface Toast {
  message: ReactNode
  icon?: IconName
  action?: { label: string; onPress: () => void }
}
interface Shown extends Toast {
  id: number
}

export const TOAST_MS = 10_000

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Returns a function that shows a message at the foot of the screen for ten seconds. */
export const useToast = () => use(ToastContext)

/** Provides toasts to all pages; render it once, around them. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [toasts, setToasts] = useState<Shown[]>([])
  const count = useRef(0)
  const show = useCallback((toast: Toast) => {
    count.current += 1
    const id = count.current
    setToasts((shown) => [...shown.slice(-2), { ...toast, id }])
  }, [])
  const close = useMemo(
    () => (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={t`Messages`}
        aria-live="polite"
        className="toasts pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-start gap-2 p-(--margin)"
      >
        {toasts.map((toast) => (
          <Slab key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  )
}

/** A message. Its time stops while it is hovered or has the focus. */
function Slab({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  const left = useRef(TOAST_MS)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (held) return undefined
    const since = Date.now()
    const timer = setTimeout(() => close(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [held])
  const { message, icon = 'check', action } = toast
  const hold = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <div
      {...hold}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="pointer-events-auto flex min-h-14 w-full max-w-[460px] items-center gap-3 rounded-sm bg-ink py-1.5 ps-4 pe-2 text-paper forced-colors:border"
    >
      <Icon name={icon} />
      <p className="flex-1">{message}</p>
      {action && (
        <button
          type="button"
          className="min-h-11 px-3 underline"
          onClick={() => {
            action.onPress()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={t`Close`} className="icon-button" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}
