import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointRead } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import type { ShareableCopy } from './share-copy.tsx'
import { getShareAddress, SHARED_PICTURE } from './share.shared.ts'

/** Previews the shared picture, with or without the holder's name, and shares or downloads it. */
export function ShareDialog(props: ShareableCopy & { onClose: () => void }) {
  const { asset_token_id, number, title, onClose } = props
  const { t } = useLingui()
  const [withName, setWithName] = useState(false)
  const show = withName ? 'name' : 'number'
  const name = t`No. ${number} of ${title}`
  const read = useEndpointRead(getShareAddress, { asset_token_id, show })
  const address = read.reply
  return (
    <Dialog wide title={t`Share No. ${number}`} onClose={onClose}>
      <p>
        <Trans>
          While you own the copy, anyone with the link sees this picture and a link to the title.
        </Trans>
      </p>
      {address ? (
        <img
          src={address.picture}
          {...SHARED_PICTURE}
          alt={t`No. ${number} of “${title}” as others will see it`}
          className="h-auto w-full bg-well"
        />
      ) : (
        !read.error && <Progress label={t`Creating the picture`} />
      )}
      <ReadFailed read={read} />
      <Checkbox checked={withName} onChange={(event) => setWithName(event.currentTarget.checked)}>
        <Trans>Show my name</Trans>
      </Checkbox>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {address && (
          <>
            <LinkButton to={address.picture} reloadDocument download={`${name}.png`}>
              <Trans>Save the picture</Trans>
            </LinkButton>
            <ShareButton title={name} path={address.path} />
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
