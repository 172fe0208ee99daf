import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { ToastViewportProps } from './toast.tsx'

const TIMEOUT_MS = 10_000
const SHOWN_MAX = 3

interface ToastData {
  icon: IconName
}

/**
 * The region with the toasts. Base UI announces them, stops their time on hover, focus and in another
 * window, moves the focus there with F6, and closes them on Escape or a swipe.
 */
export function ToastViewport(props: ToastViewportProps) {
  const { t } = useLingui()
  return (
    <Toast.Provider timeout={TIMEOUT_MS} limit={SHOWN_MAX}>
      <Toast.Viewport
        render={<section />}
        aria-label={t`Notifications`}
        className="toasts pointer-events-none fixed inset-x-0 z-20 grid justify-items-start gap-2 p-(--margin)"
      >
        <Toasts {...props} />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

function Toasts({ pending, onShown }: ToastViewportProps) {
  const { t } = useLingui()
  const { toasts, add, close } = Toast.useToastManager<ToastData>()
  useEffect(() => {
    if (pending.length === 0) return
    for (const { message, icon = 'check', action, about, until } of pending) {
      if (until?.aborted) continue
      const id = add({
        ...(about && { id: about }),
        description: message,
        data: { icon },
        ...(until && { timeout: 0 }),
        actionProps: action && {
          children: action.label,
          onClick() {
            action.onPress()
            close(id)
          },
        },
      })
      until?.addEventListener('abort', () => close(id))
    }
    onShown(pending)
  }, [pending, onShown, add, close])
  return toasts.toReversed().map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Base UI's own role, `dialog`, would ask for an answer
      role="group"
      aria-modal={undefined}
      className="pointer-events-auto flex min-h-14 w-full max-w-[460px] items-center gap-3 rounded-sm bg-ink py-1.5 ps-4 pe-2 text-paper data-limited:hidden forced-colors:border"
    >
      <Icon name={toast.data?.icon ?? 'check'} />
      <Toast.Description className="flex-1 py-1.5" />
      <Toast.Action className="min-h-11 px-3 underline" />
      <Toast.Close aria-label={t`Close`} aria-hidden={false} className="icon-button">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ))
}
