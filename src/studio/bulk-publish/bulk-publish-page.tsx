import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { loadOwnBrands } from '#src/catalog/brand/own-lists.tsx'
import { FIRST_FIELDS, FIRST_RULES, limitsOf } from '#src/studio/publish/title-fields.shared.ts'
import { enqueueTitles } from '#src/studio/upload-queue/title-queue.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { BulkBar } from '#src/ui/table.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import type { Route } from './+types/bulk-publish-page.ts'
import { FilesPlace } from './file-picker.tsx'
import { ForAll } from './defaults-section.tsx'
import { ListFaults } from './list-faults.tsx'
import { Review } from './review.tsx'
import { allFilesOf, type Cells, type Rules } from './rows.shared.ts'
import { type BulkPublish, useBulkPublish } from './bulk-publish.tsx'
import { toBegin } from './title-to-upload.tsx'

const MOST = { limit: 100 } as const

export async function loader({ context }: Route.LoaderArgs) {
  const [brands, uploads, settings] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listUploads, MOST),
    ask(context, getSettings, {}),
  ])
  const others = uploads.items.map(({ title }) => title)
  return { brands, others, ...limitsOf(settings) }
}

/** What a title begins with, as it would be typed. */
const FIRST: Cells = {
  ...{ title: '', description: '', brand_id: '' },
  total_copies: String(FIRST_FIELDS.total_copies),
  start_serial_number: String(FIRST_FIELDS.start_serial_number),
  creator_royalty_rate: String(FIRST_FIELDS.creator_royalty_rate),
  rental_creator_royalty_rate: String(FIRST_FIELDS.rental_creator_royalty_rate),
  min_sellable_price: String(FIRST_FIELDS.min_sellable_price),
  ...{ sale_starting_at: '', sale_ending_at: '', holding_limit: '' },
}

/** Many titles from one folder or one list: looked over together, then sent one after the other. */
export default function BulkPublishPage({ loaderData }: Route.ComponentProps) {
  const { brands } = loaderData
  const { t } = useLingui()
  const form = useForm<Rules>({ defaultValues: { ...FIRST_RULES, waiting_room: false } })
  const waiting_room = useWatch({ control: form.control, name: 'waiting_room' })
  const about = useMemo(() => ({ ...loaderData, waiting_room }), [loaderData, waiting_room])
  const several = useBulkPublish({ ...FIRST, brand_id: brands[0]?.id ?? '' }, about)
  const { looked, first, setFirst } = several
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
        <FilesPlace onFiles={(files) => void several.add(files)} />
        <ListFaults several={several} />
        {looked.length > 0 && (
          <>
            <ForAll {...{ first, form, brands }} isWaitedFor={waiting_room} onFirst={setFirst} />
            <Review several={several} brands={brands} />
          </>
        )}
      </div>
      {looked.length > 0 && <StartBar several={several} form={form} />}
    </div>
  )
}

/** Sends the titles that are right to the queue; the others stay until they are. */
function StartBar({ several, form }: { several: BulkPublish; form: UseFormReturn<Rules> }) {
  const { looked } = several
  const { ready, start, isOver } = useStart(several)
  const files = looked.flatMap(({ row }) => allFilesOf(row))
  const bytes = formatBytes(files.reduce((sum, { size }) => sum + size, 0))
  const amiss = looked.length - ready.length
  return (
    <>
      <UnsavedChanges isDirty={!isOver} />
      <BulkBar
        title={
          amiss > 0 ? (
            <Plural value={amiss} one="# title needs a change" other="# titles need a change" />
          ) : (
            <Trans>All titles are ready</Trans>
          )
        }
        detail={
          <>
            <Plural value={files.length} one="# file" other="# files" />, {bytes}
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

function useStart(several: BulkPublish) {
  const { i18n } = useLingui()
  const { account_id } = useReader()!
  const navigate = useNavigate()
  const toast = useToast()
  const [isOver, setOver] = useState(false)
  const { looked, changes } = several
  const ready = looked.filter(({ faults }) => faults.length === 0).map(({ row }) => row)
  useEffect(() => {
    if (isOver) void navigate('/uploads')
  }, [isOver, navigate])

  function start(rules: Rules) {
    const by = { orh_account_id: account_id, rules, locale: i18n.locale }
    enqueueTitles(ready.map((row) => toBegin(row, by)))
    if (ready.length === looked.length) return setOver(true)
    changes.remove(ready.map(({ id }) => id))
    toast({
      message: (
        <Plural
          value={ready.length}
          one="# title is on its way up. What needs a change stays here."
          other="# titles are on their way up. What needs a change stays here."
        />
      ),
    })
  }

  return { ready, start, isOver }
}
