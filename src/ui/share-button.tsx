import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

/** Shares a page's address through the system's share sheet, else copies it to the clipboard. */
export function ShareButton(props: { title: string; path: string; small?: boolean }) {
  const { title, path, small } = props
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
    toast({ message: copied ? t`Link copied.` : url, icon: copied ? 'check' : 'share' })
  }
  return (
    <Button icon="share" small={small} onClick={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  )
}
