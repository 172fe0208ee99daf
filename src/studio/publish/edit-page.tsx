import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { ask, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { listAllowlists } from '#src/catalog/allowlist/allowlist.shared.ts'
import { type Asset, getCreatedAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { loadOwnBrands } from '#src/catalog/brand/own-lists.tsx'
import { getChapters } from '#src/media/playback/playback.shared.ts'
import { listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import { getMedia, listReplacements } from '#src/media/replacements/replacement.shared.ts'
import { WithdrawSection } from '#src/sales/listing/withdraw-section.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedPart, UnsavedParts } from '#src/ui/unsaved-changes.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/edit-page.ts'
import { changesOf, fieldsOf } from './edit-fields.tsx'
import { ChaptersSection } from './chapters-section.tsx'
import { ExtrasSection } from './extras-section.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { MediaSection } from './media-section.tsx'
import { AboutSection, RulesSection, SaleSection } from './edit-sections.tsx'
import { ReservedSection } from './reserved-section.tsx'
import { editForm, type EditFields } from './title-form.shared.ts'

/** Loads one of the creator's titles and everything that can be edited about it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { kid } = params
  const [
    asset,
    media,
    replacements,
    brands,
    { chapters },
    { items: lists },
    { items: extras },
    limits,
  ] = await Promise.all([
    ask(context, getCreatedAsset, { id: kid }),
    ask(context, getMedia, { kid }),
    ask(context, listReplacements, { kid }),
    loadOwnBrands(context),
    ask(context, getChapters, { id: kid }),
    ask(context, listAllowlists, { kid }),
    ask(context, listOwnExtras, { kid }),
    ask(context, getSettings, {}),
  ])
  return { asset, media, replacements, brands, chapters, lists, extras, limits }
}

export default function EditPage({ loaderData }: Route.ComponentProps) {
  const { asset, media, replacements, brands, chapters, lists, extras, limits } = loaderData
  const { kid } = asset
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const update = useEndpointMutation(updateAsset, { afterRefusal: askAgain })
  const form = useForm<EditFields>({
    resolver: zodResolver(editForm(limits)),
    values: fieldsOf(asset),
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false, // the summary of the faults takes the focus
  })

  const submit = form.handleSubmit((changes) => {
    const sent = form.getValues()
    update.mutate(
      {
        kid,
        edited_at: latestEditedAt(update.data, asset),
        ...changesOf(changes, asset.locked_fields),
      },
      {
        onSuccess: (saved) => {
          const { raised_to_minimum, min_sellable_price } = saved
          void askAgain()
          resetAfterSave(form, saved, sent)
          toast({
            message: raised_to_minimum ? (
              <Trans>
                Saved. The lowest price was raised to {formatYen(min_sellable_price ?? 0)}.
              </Trans>
            ) : (
              <Trans>Saved.</Trans>
            ),
          })
        },
      },
    )
  })

  return (
    <UnsavedParts>
      <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
        <title>{t`Edit ${asset.title} · Renban`}</title>
        <p className="mb-1 text-small text-ink-2">
          <Link to={`/asset/${kid}`} className="reach inline-block">
            <bdi>{asset.title}</bdi>
          </Link>
        </p>
        <h1 className="mb-7 text-h1">
          <Trans>Edit the title</Trans>
        </h1>
        <form noValidate onSubmit={submit} className="grid gap-7">
          <FaultSummary formState={form.formState} limits={limits} />
          <AboutSection form={form} asset={asset} brands={brands} />
          <SaleSection form={form} asset={asset} limits={limits} />
          <RulesSection form={form} asset={asset} />
          <UnsavedPart isDirty={form.formState.isDirty} />
          <RefusalMessage error={update.error} />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <LinkButton to={`/asset/${kid}/created`}>
              <Trans>All copies</Trans>
            </LinkButton>
            <Button type="submit" look="main" busy={update.isPending}>
              <Trans>Save the title</Trans>
            </Button>
          </div>
        </form>
        <div className="mt-10 grid gap-7">
          <ReservedSection kid={kid} lists={lists} />
          <ExtrasSection kid={kid} extras={extras} />
          <MediaSection
            kid={kid}
            media={media}
            replacements={replacements}
            hasSubtitles={asset.asset_type === 'video'}
          />
          {asset.duration_seconds !== null && (
            <ChaptersSection kid={kid} chapters={chapters} duration={asset.duration_seconds} />
          )}
          <WithdrawSection asset={asset} />
        </div>
      </div>
    </UnsavedParts>
  )
}

/** Returns the newer edit time of the last save and the loaded title; the server rejects older ones. */
const latestEditedAt = (saved: Asset | undefined, loaded: Asset) =>
  saved && (saved.edited_at ?? '') > (loaded.edited_at ?? '') ? saved.edited_at : loaded.edited_at

/** Resets the form after a save, and keeps fields changed while the request was running as dirty. */
function resetAfterSave(form: UseFormReturn<EditFields>, saved: Asset, sent: EditFields) {
  const typed = Object.entries(form.getValues()).filter(
    ([name, value]) => value !== sent[name as keyof EditFields],
  )
  const fields = fieldsOf(saved)
  form.reset(fields, { keepDirtyValues: false })
  if (typed.length === 0) return
  const merged = { ...fields, ...Object.fromEntries(typed) }
  form.reset(merged, { keepDirtyValues: false, keepDefaultValues: true })
}
