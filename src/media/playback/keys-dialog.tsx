import { Trans, useLingui } from '@lingui/react/macro'
import { CloseAction, Dialog } from '#src/ui/dialog.tsx'

/** Lists the keys of the player. `stage` is the player while it fills the screen. */
export function KeysDialog(props: {
  stage: HTMLElement | undefined
  hasChapters: boolean
  onClose: () => void
}) {
  const { stage, hasChapters, onClose } = props
  const { t } = useLingui()
  const keys: (readonly [keys: string, effect: string] | false)[] = [
    [t`Space, K`, t`Play or pause`],
    ['J, L', t`Back or forward 10 seconds`],
    ['←, →', t`Back or forward 5 seconds`],
    ['0 – 9', t`Go to 0% – 90% of the length`],
    [t`Home, End`, t`Go to the beginning or the end`],
    hasChapters && ['P, N', t`Previous or next chapter`],
    ['↑, ↓', t`Louder or quieter`],
    ['M', t`Sound on or off`],
    ['<, >', t`Slower or faster`],
    ['C', t`Captions on or off`],
    ['F', t`Full screen`],
    ['I', t`Picture-in-picture`],
    ['?', t`This list`],
  ]
  return (
    <Dialog title={t`Keyboard shortcuts`} container={stage} onClose={onClose}>
      <table className="w-full text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>Key</Trans>
            </th>
            <th scope="col">
              <Trans>What it does</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys
            .filter((row) => row !== false)
            .map(([key, effect]) => (
              <tr key={key} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 pe-6 text-start font-semibold whitespace-nowrap">
                  <kbd dir="ltr">{key}</kbd>
                </th>
                <td className="py-1.5">{effect}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <CloseAction onClose={onClose} />
    </Dialog>
  )
}
