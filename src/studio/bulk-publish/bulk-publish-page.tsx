import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ask, nowContext } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { loadOwnBrands } from '#src/catalog/brand/own-lists.tsx'
import { enqueueTitles } from '#src/studio/upload-queue/title-queue.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { toJapanInput } from '#src/ui/japan-input.ts'
import { useServerClock } from '#src/ui/server-clock.ts'
import { BulkBar } from '#src/ui/table.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING, UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import type { Route } from './+types/bulk-publish-page.ts'
import { FilePicker } from './file-picker.tsx'
import { DefaultsSection } from './defaults-section.tsx'
import { ListFaults } from './list-faults.tsx'
import { Review } from './review.tsx'
import { allFilesOf, INITIAL_CELLS, INITIAL_TERMS, type SharedTerms } from './rows.shared.ts'
import { type BulkPublish, useBulkPublish } from './bulk-publish.tsx'
import { titleToUpload } from './title-to-upload.tsx'

const MOST = { limit: 100 } as const

export async function loader({ context }: Route.LoaderArgs) {
  const [brands, uploads, limits] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listUploads, MOST),
    ask(context, getSettings, {}),
  ])
  const others = uploads.items.map(({ title }) => title)
  return { brands, others, limits, now: context.get(nowContext).toISOString() }
}

/** Publishes many titles from one folder or one list: review them together, then queue them. */
export default function BulkPublishPage({ loaderData }: Route.ComponentProps) {
  const { brands } = loaderData
  const { t } = useLingui()
  const form = useForm<SharedTerms>({ defaultValues: INITIAL_TERMS })
  const waiting_room = useWatch({ control: form.control, name: 'waiting_room' })
  const clock = useServerClock(loaderData.now)
  const context = useMemo(
    () => ({ ...loaderData, waiting_room, clock: () => toJapanInput(clock()) }),
    [loaderData, waiting_room, clock],
  )
  const bulk = useBulkPublish({ ...INITIAL_CELLS, brand_id: brands[0]?.id ?? '' }, context)
  const { reviewed, defaults, setDefaults } = bulk
  return (
    <div className="wrap max-w-[calc(70rem+2*var(--margin))] py-8">
      <title>{t`Several titles at once · Renban`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <h1 className="me-auto text-h1 max-sm:basis-full">
          <Trans>Several titles at once</Trans>
        </h1>
        <LinkButton to="/create">
          <Trans>Publish a title</Trans>
        </LinkButton>
        <LinkButton to="/uploads">
          <Trans>Uploads</Trans>
        </LinkButton>
      </div>
      <div className="mt-7 grid gap-7">
        <FilePicker onFiles={(files) => void bulk.add(files)} />
        <ListFaults bulk={bulk} />
        {reviewed.length > 0 && (
          <>
            <DefaultsSection
              defaults={defaults}
              form={form}
              brands={brands}
              hasWaitingRoom={waiting_room}
              onDefaultsChange={setDefaults}
            />
            <Review bulk={bulk} brands={brands} />
          </>
        )}
      </div>
      {reviewed.length > 0 && <StartBar bulk={bulk} form={form} />}
    </div>
  )
}

/** Queues the titles without faults; the others stay on the page. */
function StartBar({ bulk, form }: { bulk: BulkPublish; form: UseFormReturn<SharedTerms> }) {
  const { reviewed } = bulk
  const { ready, start } = useStart(bulk)
  const files = reviewed.flatMap(({ row }) => allFilesOf(row))
  const bytes = formatBytes(files.reduce((sum, { size }) => sum + size, 0))
  const faulty = reviewed.length - ready.length
  return (
    <>
      <UnsavedChanges isDirty />
      <BulkBar
        title={
          faulty > 0 ? (
            <Plural value={faulty} one="# title needs a change" other="# titles need a change" />
          ) : (
            <Trans>All titles are ready</Trans>
          )
        }
        detail={
          <>
            <Plural value={files.length} one="# file" other="# files" /> · {bytes}
          </>
        }
      >
        {ready.length > 0 && (
          <Button look="main" onClick={(event) => void form.handleSubmit(start)(event)}>
            <Plural value={ready.length} one="Upload # title" other="Upload # titles" />
          </Button>
        )}
      </BulkBar>
    </>
  )
}

function useStart(bulk: BulkPublish) {
  const { account_id } = useReader()!
  const navigate = useNavigate()
  const toast = useToast()
  const { reviewed, leave } = bulk
  const started = useRef<BulkPublish['reviewed']>(undefined)
  const ready = reviewed.filter(({ faults }) => faults.length === 0).map(({ row }) => row)

  function start(terms: SharedTerms) {
    if (started.current === reviewed) return // pressed twice before the titles have left
    started.current = reviewed
    const by = { orh_account_id: account_id, terms }
    enqueueTitles(ready.map((row) => titleToUpload(row, by)))
    leave(ready)
    if (ready.length === reviewed.length) void navigate('/uploads', AFTER_SAVING)
    else
      toast({
        message: (
          <Plural
            value={ready.length}
            one="# title is uploading. Titles that need a change stay here."
            other="# titles are uploading. Titles that need a change stay here."
          />
        ),
      })
  }

  return { ready, start }
}
