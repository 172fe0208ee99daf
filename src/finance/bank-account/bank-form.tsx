import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type Ref, useDeferredValue, useState } from 'react'
import { useEndpointRead } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { asciiDigits, convertTyped } from '#src/ui/typed-text.tsx'
import { type BankForm, bankForm, listBanks, listBranches } from './bank.shared.ts'
import { HolderField } from './holder-field.tsx'
import { PlaceField, type PlaceRead, type Places } from './place-field.tsx'
import { YuchoConverter } from './yucho-converter.tsx'

const EMPTY: BankForm = {
  bank_code: '',
  branch_code: '',
  account_number: '',
  holder: '',
  deposit_type: 'savings',
}
const OFFERED = 6

/** The form for what a bank book states. The names of bank and branch are looked up by code. */
export function BankFields(props: {
  initial: BankForm | undefined
  busy: boolean
  /** The error that prevented sending the code. */
  error: Error | null
  onReady: (form: BankForm) => void
  button: Ref<HTMLButtonElement>
  /** The label of the button. */
  children: ReactNode
}) {
  const { initial = EMPTY, busy, error, onReady, button, children } = props
  const { t } = useLingui()
  const [form, setForm] = useState(initial)
  const [sent, setSent] = useState({ times: 0, faults: [] as Fault[] })
  const isSent = sent.times > 0
  const places = usePlaces(form)
  const faults = faultsOf(form, places)
  const errorOf = (field: Fault['field']) =>
    isSent && faults.find((fault) => fault.field === field)?.message
  const change = (changes: Partial<BankForm>) => setForm((before) => ({ ...before, ...changes }))

  function submit(event: FormEvent) {
    event.preventDefault()
    setSent({ times: sent.times + 1, faults })
    if (faults.length === 0) onReady(bankForm.parse(form))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5.5">
      <ErrorSummary sent={sent.times} errors={sent.faults} />
      <YuchoConverter onPlace={change} />
      <PlaceField
        name="bank_code"
        label={t`Bank`}
        hint={t`4-digit code, or name: みずほ, ミズホ`}
        typed={form.bank_code}
        onType={(bank_code) => change({ bank_code, branch_code: '' })}
        read={places.banks}
        error={errorOf('bank_code')}
      />
      <PlaceField
        name="branch_code"
        label={t`Branch`}
        hint={t`3-digit code, or name`}
        typed={form.branch_code}
        onType={(branch_code) => change({ branch_code })}
        read={places.branches}
        disabled={!places.isKnown.bank}
        error={errorOf('branch_code')}
      />
      <div className="grid justify-items-start gap-1.5">
        <p className="text-label font-semibold" aria-hidden="true">
          <Trans>Account type</Trans>
        </p>
        <SegmentedControl
          label={t`Account type`}
          name="deposit_type"
          options={[
            {
              value: 'savings',
              label: (
                <span>
                  <DepositType type="savings" />
                </span>
              ),
            },
            {
              value: 'checking',
              label: (
                <span>
                  <DepositType type="checking" />
                </span>
              ),
            },
          ]}
          value={form.deposit_type}
          onChoose={(deposit_type) => change({ deposit_type })}
        />
      </div>
      <TextField
        number
        label={t`Account number`}
        hint={t`7 digits, with zeros in front if yours is shorter`}
        name="account_number"
        className="max-w-60"
        maxLength={7}
        value={form.account_number}
        {...convertTyped(asciiDigits, (account_number) => change({ account_number }))}
        error={errorOf('account_number')}
      />
      <HolderField holder={form.holder} onHolder={(holder) => change({ holder })} isSent={isSent} />
      <RefusalMessage error={error} />
      <p>
        <Button ref={button} type="submit" look="main" busy={busy}>
          {children}
        </Button>
      </p>
    </form>
  )
}

interface Fault {
  field: 'bank_code' | 'branch_code' | 'account_number' | 'holder'
  message: ReactNode
}

/** Returns the errors in the order of the fields. The branch is checked once its bank is known. */
function faultsOf(form: BankForm, places: ReturnType<typeof usePlaces>): Fault[] {
  const { banks, branches, isKnown } = places
  const { account_number, holder } = bankForm.shape
  const faults: (Fault & { isValid: boolean })[] = [
    {
      field: 'bank_code',
      isValid: isKnown.bank,
      message: whyUnknown(banks, <Trans>Choose your bank from the list.</Trans>),
    },
    {
      field: 'branch_code',
      isValid: isKnown.branch || !isKnown.bank,
      message: whyUnknown(branches, <Trans>Choose your branch from the list.</Trans>),
    },
    {
      field: 'account_number',
      isValid: account_number.safeParse(form.account_number).success,
      message: <Trans>Enter an account number of 7 digits.</Trans>,
    },
    {
      field: 'holder',
      isValid: holder.safeParse(form.holder).success,
      message: <Trans>Use only characters that banks accept.</Trans>,
    },
  ]
  return faults.filter(({ isValid }) => !isValid)
}

/** Says that a place was not chosen, unless the directory could not be asked. */
const whyUnknown = ({ error }: PlaceRead, notChosen: ReactNode) =>
  error ? <RefusalText error={error} /> : notChosen

/** The deposit type in the reader's language, with the Japanese word in the bank book. */
export function DepositType({ type }: { type: BankForm['deposit_type'] }) {
  return type === 'savings' ? (
    <Trans>
      Savings <span lang="ja">普通</span>
    </Trans>
  ) : (
    <Trans>
      Checking <span lang="ja">当座</span>
    </Trans>
  )
}

/** Searches the bank directory for the two fields while the person types. */
function usePlaces({ bank_code, branch_code }: BankForm) {
  const [bank, branch] = [useDeferredValue(bank_code.trim()), useDeferredValue(branch_code.trim())]
  const banks = useEndpointRead(listBanks, bank ? { q: bank, limit: OFFERED } : undefined)
  const isBank = isIn(banks.reply, bank_code)
  const branches = useEndpointRead(
    listBranches,
    isBank && branch ? { code: bank_code, q: branch, limit: OFFERED } : undefined,
  )
  return { banks, branches, isKnown: { bank: isBank, branch: isIn(branches.reply, branch_code) } }
}

const isIn = (places: Places | undefined, code: string) =>
  places?.items.some((place) => place.code === code) ?? false
