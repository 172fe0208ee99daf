import { zodResolver } from '@hookform/resolvers/zod'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { ask, nowContext } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { loadOwnBrands } from '#src/catalog/brand/own-lists.tsx'
import { usePosterPreview } from '#src/studio/upload-queue/poster-preview.tsx'
import { QueueList } from '#src/studio/upload-queue/queue-list.tsx'
import { queueQuery } from '#src/studio/upload-queue/upload-state.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { FieldError } from '#src/ui/field-error.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { toJapanInput } from '#src/ui/japan-input.ts'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import type { Route } from './+types/create-page.ts'
import { BrandChoice } from './brand-choice.tsx'
import { type DraftFiles, useDraftFiles } from './draft-files.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { fileFaults } from './file-faults.tsx'
import { FilesSection } from './files-section.tsx'
import { usePublish } from './publish.tsx'
import type { Subtitles } from './subtitles.shared.ts'
import { DEFAULT_FIELDS, type TitleFields, titleForm } from './title-form.shared.ts'
import { TitleFieldsSection } from './create-sections.tsx'
import { TitlePreview } from './title-preview.tsx'

const FORM = 'title-form'
export async function loader({ context }: Route.LoaderArgs) {
  const now = context.get(nowContext).getTime()
  const [brands, uploads, limits] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listUploads, queueQuery(now)),
    ask(context, getSettings, {}),
  ])
  return { brands, uploads, now, limits }
}

export default function CreatePage({ loaderData }: Route.ComponentProps) {
  const { uploads, now, limits } = loaderData
  const { t } = useLingui()
  const { files, pick, remove } = useDraftFiles()
  const [subtitles, setSubtitles] = useState<Subtitles[]>([])
  const [brands, setBrands] = useState<readonly Brand[]>(loaderData.brands)
  const clock = useServerClock(new Date(now).toISOString())
  const form = useForm<TitleFields>({
    resolver: zodResolver(titleForm(limits, () => toJapanInput(clock()))),
    defaultValues: { ...DEFAULT_FIELDS, brand_id: brands[0]?.id ?? null },
    shouldFocusError: false, // the summary of the faults takes the focus
  })
  function choose(brand: Brand) {
    flushSync(() => setBrands((all) => [brand, ...all])) // the option must exist before it is selected
    form.setValue('brand_id', brand.id)
  }
  const lowest = useWatch({ control: form.control, name: 'min_sellable_price' })
  const publishing = usePublishing(form, files, subtitles)
  return (
    <div className="wrap max-w-[calc(70rem+2*var(--margin))] py-8">
      <title>{t`Publish a title · Renban`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <h1 className="me-auto text-h1 max-sm:basis-full">
          <Trans>Publish a title</Trans>
        </h1>
        <LinkButton to="/create/several">
          <Trans>Several titles at once</Trans>
        </LinkButton>
        <LinkButton to="/uploads">
          <Trans>Uploads</Trans>
        </LinkButton>
      </div>
      <div className="mt-7 grid items-start gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_404px]">
        <form noValidate onSubmit={publishing.submit} id={FORM} className="grid gap-7">
          <FaultSummary
            formState={form.formState}
            limits={limits}
            lowest={lowest}
            files={publishing.faults}
          />
          <FormFields busy={publishing.isPending}>
            <FilesSection
              files={files}
              subtitles={subtitles}
              onPick={pick}
              onRemove={remove}
              onSubtitles={setSubtitles}
              isMissing={publishing.isTried && !files.asset}
            />
            <TitleFieldsSection form={form} limits={limits}>
              <BrandChoice
                brands={brands}
                isMissing={Boolean(form.formState.errors.brand_id)}
                field={form.register('brand_id', { setValueAs: (id: string | null) => id || null })}
                onNew={choose}
              />
            </TitleFieldsSection>
          </FormFields>
          <UnsavedChanges
            isDirty={
              form.formState.isDirty || Object.keys(files).length > 0 || subtitles.length > 0
            }
          />
        </form>
        <Summary form={form} files={files} brands={brands} publishing={publishing} />
      </div>
      <div className="mt-14 max-w-[60rem]">
        <QueueList initial={uploads} now={now} />
      </div>
    </div>
  )
}

type Publishing = ReturnType<typeof usePublishing>

/** Publishes the title once its fields and files are valid and the files are hashed; else says why not. */
function usePublishing(
  form: UseFormReturn<TitleFields>,
  files: DraftFiles,
  subtitles: readonly Subtitles[],
) {
  const reader = useReader()
  const { mutate, error, isPending } = usePublish()
  const faults = fileFaults(files, subtitles)
  const isTried = form.formState.isSubmitted
  const isReading = Object.values(files).some(({ hash }) => !hash)
  const send = form.handleSubmit((fields) => {
    const { asset } = files
    if (faults.length > 0 || isReading || !asset || !reader) return
    const { isDirty, isTouched } = form.getFieldState('obi', form.formState)
    const draft = { orh_account_id: reader.account_id, files: { ...files, asset }, subtitles }
    mutate({ ...draft, fields, isObiChosen: isDirty || isTouched })
  })
  return {
    error,
    isPending,
    isTried,
    faults: isTried ? faults : [],
    isReading: isTried && faults.length === 0 && isReading,
    submit: (event: FormEvent) => void send(event),
  }
}

/** The preview of the title and the button that publishes it. */
function Summary(props: {
  form: UseFormReturn<TitleFields>
  files: DraftFiles
  brands: readonly Brand[]
  publishing: Publishing
}) {
  const { form, files, brands, publishing } = props
  const { error, isPending, isReading } = publishing
  const { asset, poster } = files
  const fields = { ...DEFAULT_FIELDS, ...useWatch({ control: form.control }) }
  const picture = poster ?? (asset?.kind.media_type === 'image' ? asset : undefined)
  const preview = usePosterPreview(picture?.file)
  useSuggestedObi(form, preview?.obi)
  return (
    <aside className="grid gap-3.5 lg:sticky lg:top-8">
      <TitlePreview
        fields={fields}
        brand={brands.find(({ id }) => id === fields.brand_id)?.name ?? null}
        media={asset?.kind.media_type ?? 'unknown'}
        poster={preview?.dataUrl ?? null}
      />
      <RefusalMessage error={error} />
      {isReading && (
        <FieldError
          error={<Trans>We are still reading your files. Try again in a moment.</Trans>}
        />
      )}
      <Button type="submit" form={FORM} look="main" wide busy={isPending}>
        {fields.list_at_once ? (
          <Plural
            value={fields.total_copies || 0}
            one="Publish and list # copy"
            other="Publish and list # copies"
          />
        ) : (
          <Plural value={fields.total_copies || 0} one="Publish # copy" other="Publish # copies" />
        )}
      </Button>
    </aside>
  )
}

/** Sets the obi colour to the one suggested for the poster, until the creator chooses another. */
function useSuggestedObi(form: UseFormReturn<TitleFields>, obi: string | undefined) {
  const { formState, setValue } = form
  const isChosen = formState.dirtyFields.obi
  useEffect(() => {
    if (obi && !isChosen) setValue('obi', obi)
  }, [obi, isChosen, setValue])
}
