import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import { RefusalText } from './refusal-message.tsx'
import { useToast } from './toast.tsx'

/**
 * Returns a function that refetches the screen after a change, and says what changed in a toast that can
 * undo it. `undo` may run after its component is gone, so it must not rely on callbacks of `mutate`.
 */
export function useUndoToast() {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  return (message: ReactNode, undo: () => Promise<unknown>, about?: string) => {
    const onPress = () =>
      void undo()
        .catch((error: Error) =>
          toast({ icon: 'warning', message: <RefusalText error={error} />, about }),
        )
        .finally(() => void refetchAll())
    void refetchAll()
    toast({ message, action: { label: t`Undo`, onPress }, about })
  }
}

/** Starts a call of a mutation that shows its error beside the pressed button. */
export const attempt = (call: Promise<unknown>) => void call.catch(() => {})
