import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  ask,
  REFETCH_MS,
  refusedPage,
  useEndpointMutation,
  useLiveQuery,
  useRefetchQueries,
} from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { BesideCopy, CopyPage } from '#src/catalog/serial/copy-page.tsx'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage, RefusalWords } from '#src/ui/refusal-message.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/download-page.ts'
import {
  createDownload,
  type Download,
  listDownloads,
  receiptPath,
  releaseDownload,
} from './download.shared.ts'

const BUSY_MS = 1_000

/** Loads the downloads of the reader's copy with the number `?no=`. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const number = Number(url.searchParams.get('no')) || 0
  if (number === 0) throw refusedPage('not_found')
  const [asset, copy] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, getSerial, { id, number }),
  ])
  const { asset_token_id } = copy
  const found = await ask(context, listDownloads, { asset_token_id })
  return { asset, number, asset_token_id, found }
}

type Found = ReplyOf<typeof listDownloads>

/** Lets the owner of a copy download its file, and unlock the copy afterwards. */
export default function DownloadPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, number, asset_token_id } = loaderData
  const { title } = asset
  const [isBusy, setBusy] = useState(loaderData.found.downloads.some(isMoving))
  const found = useLiveQuery(
    listDownloads,
    { asset_token_id },
    {
      initial: loaderData.found,
      refetchInterval: isBusy ? BUSY_MS : REFETCH_MS.status,
    },
  )
  const isNowBusy = found.downloads.some(isMoving)
  if (isNowBusy !== isBusy) setBusy(isNowBusy)
  const live = found.downloads.find(isLive)
  const last =
    live ?? found.downloads.find(({ status }) => ['complete', 'partial'].includes(status))
  return (
    <CopyPage
      tab={t`Download No. ${number} of ${title} · Renban`}
      asset={asset}
      number={number}
      heading={<Trans>Download No. {number}</Trans>}
    >
      <BesideCopy asset={asset} number={number}>
        {last && <Current download={last} />}
        {found.downloaded_at && last && (
          <Unlock key={last.id} download={last} since={found.downloaded_at} />
        )}
        {!live && <Choice found={found} asset_token_id={asset_token_id} number={number} />}
      </BesideCopy>
    </CopyPage>
  )
}

const isLive = ({ status }: Download) => ['preparing', 'ready', 'opened'].includes(status)
/** Reports whether a download changes by itself every moment. */
const isMoving = ({ status }: Download) => status === 'preparing' || status === 'opened'

function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="panel grid content-start gap-4 p-5 sm:p-6">
      <h2 className="text-h2">{title}</h2>
      {children}
    </section>
  )
}

/** Offers the files of the title, and says what a download means before it begins. */
function Choice(props: { found: Found; asset_token_id: string; number: number }) {
  const { found, asset_token_id, number } = props
  const nameOf = useFileNames()
  const refresh = useRefetchQueries()
  const beginning = useEndpointMutation(createDownload)
  const isListed = found.downloads.some(({ id }) => id === beginning.data?.id)
  const [file, setFile] = useState(found.files[0]?.file)
  const refusal = found.refusal
  return (
    <Panel
      title={found.downloaded_at ? <Trans>Download again</Trans> : <Trans>Choose a file</Trans>}
    >
      {refusal ? (
        <output>
          <RefusalWords code={refusal} values={{}} />
        </output>
      ) : (
        <>
          {found.downloads[0]?.status === 'failed' && (
            <Note tone="bad">
              <Trans>
                We could not prepare the file. Try again, and if it fails once more, contact
                support.
              </Trans>
            </Note>
          )}
          <fieldset className="grid gap-3 pt-2">
            <legend className="sr-only">
              <Trans>File</Trans>
            </legend>
            {found.files.map((choice) => (
              <Checkbox
                key={choice.file}
                radio
                name="file"
                value={choice.file}
                checked={choice.file === file}
                onChange={() => setFile(choice.file)}
              >
                {nameOf(choice.file)}
                {choice.size !== null && (
                  <span className="ms-2 text-ink-2">{formatBytes(choice.size)}</span>
                )}
              </Checkbox>
            ))}
          </fieldset>
          {!found.downloaded_at && (
            <div className="grid max-w-[66ch] gap-2 text-small text-ink-2">
              <p>
                <Trans>
                  Files of up to 200 MB in common formats carry the number of your copy and our
                  signature. Others come with a signed receipt. Anyone can check where they come
                  from.
                </Trans>
              </p>
              <p>
                <Trans>
                  Downloading locks No. {number}. It stays in your collection, but you cannot sell
                  it, rent it out or pass it on until you confirm that you deleted the file. The
                  download and your confirmation appear in the history of the copy.
                </Trans>
              </p>
            </div>
          )}
          <RefusalMessage error={beginning.error} />
          <Button
            look="main"
            wide
            busy={beginning.isPending || (beginning.isSuccess && !isListed)}
            onClick={() =>
              beginning.mutate({ asset_token_id, ...(file && { file }) }, { onSuccess: refresh })
            }
          >
            {found.downloaded_at ? (
              <Trans>Prepare the file</Trans>
            ) : (
              <Trans>Lock No. {number} and prepare the file</Trans>
            )}
          </Button>
        </>
      )}
    </Panel>
  )
}

/** Shows a download: that it is prepared, its address, how far it went, and what to compare. */
function Current({ download }: { download: Download }) {
  const { t } = useLingui()
  const { status, url, size, sent, expires_at, file_name } = download
  if (status === 'preparing')
    return (
      <Panel title={<Trans>Preparing the file</Trans>}>
        <Progress label={t`Preparing the file`} />
        <output className="block text-small text-ink-2">
          <Trans>You can leave this page and come back.</Trans>
        </output>
      </Panel>
    )
  const share = size ? sent / size : 0
  return (
    <Panel
      title={
        status === 'ready' ? (
          <Trans>Your file is ready</Trans>
        ) : status === 'complete' ? (
          <Trans>Downloaded</Trans>
        ) : (
          <Trans>Download in progress</Trans>
        )
      }
    >
      {status === 'ready' && url && (
        <>
          <LinkButton to={url} reloadDocument look="main" icon="download" wide>
            <Trans>Save the file</Trans>
          </LinkButton>
          <p className="text-small text-ink-2">
            <Trans>
              This works once, until <DateTime at={expires_at} />. If your connection breaks, resume
              the download in your browser.
            </Trans>
          </p>
        </>
      )}
      {(status === 'opened' || status === 'partial') && size !== null && (
        <>
          <Progress label={t`Sent`} value={share} failed={status === 'partial'} />
          <p className="text-small text-ink-2">
            <Trans>
              {formatBytes(sent)} of {formatBytes(size)} sent
            </Trans>
          </p>
        </>
      )}
      {status === 'partial' && (
        <p className="text-small">
          <Trans>The file was not sent completely, and its address is no longer valid.</Trans>
        </p>
      )}
      <FileFacts download={download} name={file_name} />
    </Panel>
  )
}

function FileFacts({ download, name }: { download: Download; name: string | null }) {
  const { id, size, sha256, has_receipt } = download
  return (
    <>
      <Facts
        small
        facts={[
          [
            <Trans key="file">File</Trans>,
            <span key="name" className="wrap-anywhere">
              {name}
            </span>,
          ],
          ...(size === null ? [] : [[<Trans key="size">Size</Trans>, formatBytes(size)] as const]),
          [
            'SHA-256',
            <code key="sum" className="font-mono text-hint break-all">
              {sha256}
            </code>,
          ],
        ]}
      />
      <p className="text-small text-ink-2">
        {has_receipt ? (
          <Trans>
            This file cannot carry a signature. Keep its{' '}
            <a href={receiptPath(id)} download>
              signed receipt
            </a>{' '}
            beside it. <Link to="/verify">Check a file</Link>
          </Trans>
        ) : (
          <Trans>
            To compare, <Link to="/verify">check the file</Link>. It is not uploaded.
          </Trans>
        )}
      </p>
    </>
  )
}

/** Asks the owner to confirm that the file is deleted, and unlocks the copy. */
function Unlock({ download, since }: { download: Download; since: string }) {
  const { id, number, status } = download
  const refresh = useRefetchQueries()
  const releasing = useEndpointMutation(releaseDownload)
  const [isDeleted, setDeleted] = useState(false)
  const [isTried, setTried] = useState(false)
  const isPreparing = status === 'preparing'
  function submit() {
    setTried(true)
    if (isDeleted) releasing.mutate({ id, is_deleted: true }, { onSuccess: refresh })
  }
  return (
    <Panel title={<Trans>Unlock No. {number}</Trans>}>
      <p className="max-w-[66ch] text-small text-ink-2">
        <Trans>
          Locked since <DateTime at={since} />. To sell it, rent it out or pass it on, delete the
          file everywhere. We cannot check this. We rely on your word, and anyone who looks at the
          history of the copy sees it.
        </Trans>
      </p>
      <div className="pt-2">
        <Checkbox
          checked={isDeleted}
          disabled={isPreparing}
          aria-describedby={isTried && !isDeleted ? 'unlock-error' : undefined}
          onChange={(event) => setDeleted(event.currentTarget.checked)}
        >
          <Trans>I have deleted every copy of the file.</Trans>
        </Checkbox>
        {isTried && !isDeleted && (
          <p id="unlock-error" role="alert" className="mt-1 text-hint text-bad">
            <Trans>Confirm that you deleted the file.</Trans>
          </p>
        )}
      </div>
      <RefusalMessage error={releasing.error} />
      <div>
        <Button busy={releasing.isPending || releasing.isSuccess || isPreparing} onClick={submit}>
          <Trans>Unlock No. {number}</Trans>
        </Button>
      </div>
    </Panel>
  )
}

/** Returns the names of files to choose. */
function useFileNames() {
  const { t } = useLingui()
  const names = new Map([
    ['original', t`Original file`],
    ['audio', t`Sound (AAC)`],
    ['display', t`Picture with your number on it`],
  ])
  return (file: string) => names.get(file) ?? file
}
