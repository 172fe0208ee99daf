import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { ask, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import { type Asset, getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { transferJob } from '#src/studio/file-transfer/transfers.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Section } from '#src/ui/section.tsx'
import { Tile } from '#src/ui/tile.tsx'
import { canCancel, listUploads, type Upload } from '#src/media/upload/upload.shared.ts'
import type { Route } from './+types/upload-page.ts'
import { ProcessingSteps } from './processing-steps.tsx'
import { FilesCard } from './files-card.tsx'
import { usePosterPreview } from './poster-preview.tsx'
import { isListedAtOnce } from './upload-state.shared.ts'
import { TransferRow } from './transfer-row.tsx'

const DropDialog = lazyDialog(() => import('./drop-dialog.tsx'), 'DropDialog')

const queryOf = (uuid: string) => ({ uuid, include_mint: true }) as const

export async function loader({ context, params }: Route.LoaderArgs) {
  const uploads = await ask(context, listUploads, queryOf(params.uuid))
  const [upload] = uploads.items
  if (!upload) throw refusedPage('not_found')
  const asset = await ask(context, getCreatedAsset, { id: upload.kid })
  return { uploads, upload, asset }
}

/** An upload of one title: its files, the processing steps, and at the end the link to list copies. */
export default function UploadPage({ loaderData }: Route.ComponentProps) {
  const { uploads: initial, asset } = loaderData
  const { t } = useLingui()
  const uploadIn = ({ items }: typeof initial) => items[0] ?? loaderData.upload
  const found = useLiveQuery(listUploads, queryOf(loaderData.upload.uuid), {
    initial,
    refetchInterval: (latest) => !isOver(uploadIn(latest)) && REFETCH_MS.status,
  })
  const upload = uploadIn(found)
  const [isCancelling, setCancelling] = useState(false)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const hasNewStatus =
    upload.status !== loaderData.upload.status || upload.listed_at !== loaderData.upload.listed_at
  const isGone = found.items.length === 0 && !isCancelling
  useEffect(() => {
    // Loads the poster and other facts of the title, or says that the upload was deleted.
    if (hasNewStatus || isGone) void revalidate()
  }, [hasNewStatus, isGone, revalidate])
  return (
    <div className="wrap max-w-[calc(70rem+2*var(--margin))] py-8">
      <title>{t`${upload.title} · Renban`}</title>
      <Link to="/uploads" className="inline-flex min-h-11 items-center text-small">
        <Trans>Uploads</Trans>
      </Link>
      <h1 className="text-h1 wrap-anywhere">
        <bdi>{upload.title}</bdi>
      </h1>
      <div className="mt-7 grid items-start gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_404px]">
        <div className="grid gap-7">
          <Files upload={upload} />
          <Section title={t`After the upload`}>
            <ProcessingSteps upload={upload} onCancel={() => setCancelling(true)} />
          </Section>
        </div>
        <Aside upload={upload} asset={asset} onCancel={() => setCancelling(true)} />
      </div>
      {isCancelling && (
        <DropDialog
          uploads={[upload]}
          onClose={() => setCancelling(false)}
          onDropped={() => void navigate('/create')}
        />
      )}
    </div>
  )
}

/** True when nothing more happens to an upload by itself. */
const isOver = ({ status, sale_price, listed_at }: Upload) =>
  status === 'aborted' || (status === 'done' && (sale_price === null || listed_at !== null))

/** The link to the title on sale, or to its copies that are to be listed. */
function NextStep({ upload }: { upload: Upload }) {
  const { kid } = upload
  const isListed = isListedAtOnce(upload)
  if (!isOver(upload))
    return (
      <Button look="main" wide disabled>
        {isListed ? <Trans>For sale when ready</Trans> : <Trans>List when ready</Trans>}
      </Button>
    )
  return isListed ? (
    <>
      <LinkButton look="main" wide to={`/asset/${kid}`}>
        <Trans>View the title</Trans>
      </LinkButton>
      <LinkButton wide to={`/asset/${kid}/created`}>
        <Trans>All copies</Trans>
      </LinkButton>
    </>
  ) : (
    <LinkButton look="main" wide to={`/asset/${kid}/created`}>
      <Trans>List copies</Trans>
    </LinkButton>
  )
}

function Files({ upload }: { upload: Upload }) {
  const order = ['asset', 'poster', 'trailer']
  const files = upload.files.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
  return (
    <FilesCard keptUntil={upload.status === 'uploading' ? upload.kept_until : null}>
      {files.map((file) => (
        <TransferRow key={file.upload_id} file={file} />
      ))}
    </FilesCard>
  )
}

function Aside(props: { upload: Upload; asset: Asset; onCancel: () => void }) {
  const { upload, asset, onCancel } = props
  const { media_type, poster, obi, brand } = asset
  const { first_number: first, total_copies: copies, files } = upload
  const last = first + copies - 1
  const chosen = files.find(({ role }) => role === 'poster')
  const preview = usePosterPreview(chosen && transferJob(chosen.upload_id)?.file)
  return (
    <aside className="grid gap-3.5 lg:sticky lg:top-8">
      <div className="max-w-[300px]">
        <Tile
          media={media_type}
          poster={poster ?? preview?.dataUrl}
          obi={{ colour: obi, of: copies, last, name: brand?.name ?? null }}
        />
      </div>
      <p className="text-small text-ink-2">
        <Plural value={copies} one="# copy" other="# copies" />
        {' · '}
        <Trans>
          No. {first} to {last}
        </Trans>
      </p>
      <NextStep upload={upload} />
      {canCancel(upload) && upload.status !== 'cut' && (
        <Button look="plain" onClick={onCancel}>
          <Trans>Cancel this upload</Trans>
        </Button>
      )}
    </aside>
  )
}
