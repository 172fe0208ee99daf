import { useLingui } from '@lingui/react/macro'

/** Returns the words of what happened to the move of an account, for the audit log. */
export function useRecoveryWords(): Record<'start' | 'move' | 'cancel', string> {
  const { t } = useLingui()
  return {
    start: t`Move to another address started`,
    move: t`Account moved to another address`,
    cancel: t`Move to another address stopped`,
  }
}
