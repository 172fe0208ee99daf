import { useLingui } from '@lingui/react/macro'
import { NavLink } from 'react-router'
import { Icon } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { Progress } from '#src/ui/progress.tsx'
import { useLeaveWarning, useTransferTotal } from './transfer-total.tsx'

/** The progress of active transfers in the page header, linked to the queue. */
export function TransferIndicator() {
  const { t } = useLingui()
  const { count, sent, size } = useTransferTotal()
  useLeaveWarning()
  if (count === 0) return null
  const label = t`Uploads`
  return (
    <NavLink to="/uploads" aria-label={label} title={label} className="icon-button relative">
      <Icon name={rareIcons.upload} />
      <span className="absolute inset-x-2.5 bottom-1">
        <Progress label={t`In progress`} value={size > 0 ? sent / size : 0} />
      </span>
    </NavLink>
  )
}
