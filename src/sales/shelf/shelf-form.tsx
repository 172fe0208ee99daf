import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { CopiesField } from './copies-field.tsx'
import { NumbersCount, ShelfDrawing } from './shelf-drawing.tsx'
import {
  ABOUT_MAX,
  type OwnShelf,
  type OwnShelfCopy,
  putOwnShelf,
  shelfFields,
} from './shelf.shared.ts'

/** Edits what a person's shelf shows to others, above a preview of it. */
export function ShelfForm({ shelf, address }: { shelf: OwnShelf; address: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const afterRefusal = useRefetchAll()
  const { mutate, error, isPending } = useEndpointMutation(putOwnShelf, { afterRefusal })
  const { is_public, is_indexed, shows_brands, shows_count, about } = shelf
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(shelfFields),
    values: { is_public, is_indexed, shows_brands, shows_count, about },
    resetOptions: { keepDirtyValues: true }, // fields not edited here follow changes made elsewhere
  })
  const [chosen, setChosen] = useState<readonly OwnShelfCopy[]>()
  const copies = chosen ?? shelf.copies
  const draft = useWatch({ control })
  const save = handleSubmit((values) => {
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    const body = { ...values, asset_token_ids, edited_at: shelf.edited_at }
    mutate(body, {
      onSuccess: () => {
        toast({ message: t`Your shelf was saved.` })
        void revalidate().then(() => setChosen(undefined))
      },
    })
  })
  return (
    <form noValidate onSubmit={save} className="grid gap-7">
      <Section title={t`Who can see it`}>
        <div className="grid gap-1">
          <Checkbox {...register('is_public')}>
            <Trans>Show my shelf to everyone</Trans>
          </Checkbox>
          <p className="ps-8 text-hint text-ink-2 wrap-anywhere">
            <Trans>
              Its address is <bdi>{address}</bdi>. It changes with your username.
            </Trans>
          </p>
        </div>
        <Checkbox {...register('is_indexed')}>
          <Trans>Let search engines find it</Trans>
        </Checkbox>
      </Section>
      <Section title={t`What it says about you`}>
        <TextField
          optional
          label={t`A line about you`}
          {...register('about')}
          error={formState.errors.about && <Trans>Use at most {ABOUT_MAX} characters.</Trans>}
        />
        <Checkbox {...register('shows_count')}>
          <Trans>Show how many numbers I own</Trans>
        </Checkbox>
        <Checkbox {...register('shows_brands')}>
          <Trans>Show the brands I follow</Trans>
        </Checkbox>
      </Section>
      <Section
        title={t`Copies on the shelf`}
        hint={t`Others see them in this order. A copy that you sell or give away leaves the shelf.`}
      >
        <CopiesField
          copies={copies}
          onChange={(change) => setChosen((all) => change(all ?? shelf.copies))}
        />
      </Section>
      <UnsavedChanges isDirty={formState.isDirty || chosen !== undefined} />
      <div className="grid gap-4">
        <RefusalMessage error={error} failed={t`Your shelf was not saved.`} />
        <p>
          <Button type="submit" look="main" busy={isPending}>
            <Trans>Save the shelf</Trans>
          </Button>
        </p>
      </div>
      <Section
        title={t`What others see`}
        hint={
          draft.is_public
            ? undefined
            : t`Nothing yet: your shelf is off. This is how it would look.`
        }
      >
        <div className="min-w-0">
          <p className="text-h1 wrap-anywhere">
            <bdi>{shelf.username}</bdi>
          </p>
          {draft.about && (
            <p className="mt-2 wrap-anywhere">
              <bdi>{draft.about}</bdi>
            </p>
          )}
          <NumbersCount count={draft.shows_count ? shelf.numbers_count : null} />
          <div className="mt-6">
            <ShelfDrawing
              username={shelf.username}
              copies={copies}
              brands={draft.shows_brands ? shelf.brands : null}
            />
          </div>
        </div>
      </Section>
    </form>
  )
}
