import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { useWalletProof, WalletFrame } from '#src/accounts/account/wallet-frame.tsx'
import { TitleLine } from '#src/catalog/asset/title-line.tsx'
import { refusals } from '#src/i18n/refusals.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { beginMoveBack, moveBack, moveToWallet, type WalletCopy } from './wallet-copies.shared.ts'

interface Props {
  wallet: { id: string; address: string }
  copies: readonly WalletCopy[]
}

const idOf = ({ asset_token_id }: WalletCopy) => asset_token_id

/** Lists copies outside of wallets, and moves the chosen ones to a wallet. */
export function MoveOutTable({ wallet: { id, address }, copies }: Props) {
  const { t } = useLingui()
  const choice = useChoice(copies)
  const afterMove = useAfterMove(choice.clear)
  const [isAsking, setAsking] = useState(false)
  const move = useEndpointMutation(moveToWallet)
  const close = () => {
    move.reset()
    setAsking(false)
  }
  const onSuccess = () => {
    close()
    afterMove(t`The copies are in your wallet.`)
  }
  const count = choice.chosen.length
  return (
    <>
      <CopiesTable {...choice} copies={copies}>
        <Button small onClick={() => setAsking(true)}>
          <Plural value={count} one="Move # copy" other="Move # copies" />
        </Button>
      </CopiesTable>
      {isAsking && (
        <ConfirmDialog
          title={t`Move to your wallet?`}
          doing={move}
          keep={<Trans>Not now</Trans>}
          action={<Plural value={count} one="Move # copy" other="Move # copies" />}
          onAction={() =>
            move.mutate({ id, asset_token_ids: choice.chosen.map(idOf) }, { onSuccess })
          }
          onClose={close}
        >
          <Trans>
            The wallet <bdi className="wrap-anywhere">{address}</bdi> has to sign before you can
            offer them again. If you lose the wallet, no one can move them back.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Lists the copies in a wallet, and has the wallet sign to move the chosen ones back. */
export function MoveBackTable({ wallet: { id }, copies }: Props) {
  const { t } = useLingui()
  const choice = useChoice(copies)
  const afterMove = useAfterMove(choice.clear)
  const moving = useRef<string[]>([])
  const { proof, frame } = useWalletProof({
    nonce: async () => (await send(beginMoveBack, { id })).nonce,
    use: (signed) => send(moveBack, { id, asset_token_ids: moving.current, proof: signed }),
    onSuccess: () => afterMove(t`The copies are back at Renban.`),
  })
  const count = choice.chosen.length
  const move = () => {
    moving.current = choice.chosen.map(idOf)
    proof.mutate()
  }
  return (
    <>
      <CopiesTable {...choice} copies={copies}>
        <Button small busy={proof.isPending} onClick={move}>
          <Plural value={count} one="Move # copy back" other="Move # copies back" />
        </Button>
      </CopiesTable>
      {(frame || proof.error) && (
        <Dialog title={t`Sign with your wallet`} onClose={frame ? frame.onCancel : proof.reset}>
          {frame && <WalletFrame {...frame} />}
          <RefusalMessage error={proof.error} />
          {!frame && (
            <DialogActions>
              <Button onClick={proof.reset}>
                <Trans>Close</Trans>
              </Button>
              <Button look="main" onClick={move}>
                <Trans>Try again</Trans>
              </Button>
            </DialogActions>
          )}
        </Dialog>
      )}
    </>
  )
}

/** Holds which copies are chosen; those that cannot be moved never are. */
function useChoice(copies: readonly WalletCopy[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return {
    selected,
    onSelect: setSelected,
    chosen: copies.filter((copy) => selected.has(idOf(copy)) && !copy.blocked_by),
    clear: () => setSelected(new Set()),
  }
}

function useAfterMove(clear: () => void) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return (message: string) => {
    clear()
    toast({ message })
    void revalidate()
  }
}

function CopiesTable(
  props: Pick<Props, 'copies'> & ReturnType<typeof useChoice> & { children: ReactNode },
) {
  const { copies, selected, onSelect, chosen, clear, children } = props
  const { t } = useLingui()
  const whyNot = useReason()
  const columns = useColumns()
  return (
    <div className="panel">
      <Table<WalletCopy>
        caption={t`Your copies`}
        rows={copies}
        columns={columns}
        keyOf={idOf}
        selection={{
          selected,
          onSelect,
          labelOf: ({ number, title }) => t`No. ${number} of “${title}”`,
          whyNot,
        }}
      />
      {chosen.length > 0 && (
        <BulkBar
          title={<Plural value={chosen.length} one="# copy selected" other="# copies selected" />}
          onClear={clear}
        >
          {children}
        </BulkBar>
      )}
    </div>
  )
}

/** Returns a function that says why a copy cannot be moved, or undefined. */
function useReason() {
  const { i18n } = useLingui()
  return ({ blocked_by }: WalletCopy) => (blocked_by ? i18n._(refusals[blocked_by]) : undefined)
}

function useColumns(): Column<WalletCopy>[] {
  const { t } = useLingui()
  const whyNot = useReason()
  return [
    { key: 'copy', label: t`Copy`, lead: true, cell: (copy) => <CopyLink copy={copy} /> },
    {
      key: 'state',
      label: t`Status`,
      cell: (copy) => (
        <span className="text-small text-ink-2">
          {copy.in_wallet_since ? (
            <Trans>
              In this wallet since <DateTime at={copy.in_wallet_since} detail="day" />
            </Trans>
          ) : (
            (whyNot(copy) ?? <Trans>Can be moved</Trans>)
          )}
        </span>
      ),
    },
  ]
}

const CopyLink = ({ copy }: { copy: WalletCopy }) => (
  <Link to={`/asset/${copy.kid}?no=${copy.number}`} className="flex no-underline">
    <TitleLine title={copy} note={<Trans>No. {copy.number}</Trans>} />
  </Link>
)
