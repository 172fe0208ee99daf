import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { BrandName, isAboutAccount, useBrandForm } from './brand-name.tsx'
import { type Brand, createBrand } from './brand.shared.ts'

/** Creates a brand with a name and an address, without leaving the page. */
export function NewBrandDialog(props: { onClose: () => void; onCreated: (brand: Brand) => void }) {
  const { onClose, onCreated } = props
  const { t } = useLingui()
  const form = useBrandForm()
  const { mutate, error, isPending } = useEndpointMutation(createBrand)
  const submit = form.handleSubmit((fields) => mutate(fields, { onSuccess: onCreated }))
  return (
    <Dialog title={t`New brand`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.stopPropagation() // the dialog may be inside another form
          void submit(event)
        }}
      >
        <p className="text-ink-2">
          <Trans>You can add its picture and description later.</Trans>
        </p>
        <BrandName form={form} error={error} />
        {!isAboutAccount(error) && <RefusalMessage error={error} />}
        <DialogActions busy={isPending}>
          <Button type="submit" look="main" busy={isPending}>
            <Trans>Create the brand</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
