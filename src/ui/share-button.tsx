import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

/** Gives a page's address to another program where the system can, else to the clipboard. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const url = publicUrl + path

  async function share() {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      return navigator.share({ title, url }).catch(() => {}) // closed without a choice
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    toast({ message: copied ? t`The link is copied.` : url, icon: 'check' })
  }
  return (
    <Button icon="share" onClick={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  )
}
