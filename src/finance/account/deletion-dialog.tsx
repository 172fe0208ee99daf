import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmStep } from '#src/accounts/account/confirm-step.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { deleteAccount } from './deletion.shared.ts'

/** Deletes the account in two steps: what is erased, kept and given up, then a code or a passkey. */
export function DeletionDialog(props: {
  email: string
  hasPasskey: boolean
  /** Copies that are given up. */
  copies: number
  onClose: () => void
}) {
  const { email, hasPasskey, copies, onClose } = props
  const { t } = useLingui()
  const [isSure, setSure] = useState(false)
  const deleting = useEndpointMutation(deleteAccount)
  return (
    <Dialog title={t`Delete your account?`} onClose={onClose} fixed={deleting.isPending} wide>
      {isSure ? (
        <ConfirmStep
          purpose="deletion"
          email={email}
          hasPasskey={hasPasskey}
          step={deleting}
          onCancel={onClose}
          onConfirm={(confirmation) => deleting.mutate({ copies, ...confirmation }, { onSuccess })}
        />
      ) : (
        <Consequences copies={copies} onClose={onClose} onNext={() => setSure(true)} />
      )}
    </Dialog>
  )
}

/** Loads a new document, so that nothing private stays in the page. */
const onSuccess = () => window.location.assign('/account/deleted')

function Consequences(props: { copies: number; onClose: () => void; onNext: () => void }) {
  const { copies, onClose, onNext } = props
  const [givesUp, setGivesUp] = useState(copies === 0)
  return (
    <>
      <ul className="grid list-disc gap-2 ps-5">
        <li>
          <Trans>
            We erase your email address, username and names, your bank account, passkeys, messages,
            wishes, and everything you follow or saved.
          </Trans>
        </li>
        <li>
          <Trans>
            Your listings, gifts, loans and trade offers end, and you are signed out everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            Records of purchases, sales and payouts stay for at least seven years, because the law
            requires it, and so does the register of copies. They show “Deleted account” instead of
            your name. Only a registered seller’s name stays on invoices. Payouts keep the bank
            account they went to, encrypted.
          </Trans>
        </li>
        <li>
          <Trans>
            This cannot be undone. You can sign up with the same email address later; the new
            account will be empty.
          </Trans>
        </li>
      </ul>
      {copies > 0 && (
        <div className="grid gap-3">
          <p>
            <Plural
              value={copies}
              one="You own # copy. It stays with the deleted account, so neither you nor anyone else can watch, sell or own it any more. To keep it in use, give it away or sell it first."
              other="You own # copies. They stay with the deleted account, so neither you nor anyone else can watch, sell or own them any more. To keep them in use, give them away or sell them first."
            />
          </p>
          <Checkbox checked={givesUp} onChange={(event) => setGivesUp(event.currentTarget.checked)}>
            <Plural value={copies} one="I give up my copy." other="I give up my # copies." />
          </Checkbox>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button look="main" disabled={!givesUp} onClick={onNext}>
          <Trans>Continue</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
