import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { ask, refusedPage, useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Language } from '#core/language.shared.ts'
import {
  type Campaign,
  campaignPath,
  createCampaign,
  listCampaigns,
  slug as campaignSlug,
  updateCampaign,
} from '#src/catalog/campaign/campaign.shared.ts'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { languages, locales } from '#src/i18n/locale.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { FormFields, FormSubmit } from '#src/ui/form-fields.tsx'
import { formText } from '#src/ui/form-text.ts'
import {
  isPictureChanged,
  type PictureChange,
  PictureField,
  toPictureInput,
} from '#src/ui/picture-field.tsx'
import { UnreadablePicture } from '#src/ui/picture-file.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING, UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/campaign-page.ts'
import { readGroups, readTitles, titleOf } from './campaign-words.shared.ts'

const NEW = 'new'

/** Loads one campaign, or none for the form of a new one. */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  if (id === NEW) return { campaign: undefined }
  if (!z.uuid().safeParse(id).success) throw refusedPage('not_found')
  const { items } = await ask(context, listCampaigns, { id })
  if (!items[0]) throw refusedPage('not_found')
  return { campaign: items[0] }
}

export default function CampaignPage({ loaderData: { campaign } }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  return (
    <FormLayout
      title={t`Campaigns · Renban`}
      heading={campaign ? titleOf(campaign, i18n.locale) : <Trans>Create a campaign</Trans>}
      link={
        campaign && (
          <LinkButton small to={campaignPath(campaign)}>
            <Trans>See the page</Trans>
          </LinkButton>
        )
      }
    >
      <CampaignForm key={campaign?.id ?? NEW} campaign={campaign} />
    </FormLayout>
  )
}

type Words = Campaign['words']
/** The titles and texts that are edited here, by language. */
type Edits = Partial<Record<Language, Partial<typeof EMPTY>>>
const fields = ['slug', 'title', 'hero', 'titles', 'groups'] as const
type Errors = Partial<Record<(typeof fields)[number], ReactNode>>
const EMPTY = { title: '', body: '' }

function CampaignForm({ campaign }: { campaign: Campaign | undefined }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const refetchAll = useRefetchAll()
  const creating = useEndpointMutation(createCampaign)
  const changing = useEndpointMutation(updateCampaign, { afterRefusal: refetchAll })
  const [edits, setEdits] = useState<Edits>({})
  const [lang, setLang] = useState<Language>(i18n.locale as Language)
  const [hero, setHero] = useState<PictureChange>({})
  const [errors, setErrors] = useState<Errors>({})
  const [sent, setSent] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const words = edited(campaign?.words ?? {}, edits)
  const busy = [creating, changing].some(({ isPending, isSuccess }) => isPending || isSuccess)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const slug = formText(form, 'slug').trim().toLowerCase()
    const titles = readTitles(formText(form, 'titles'))
    const groups = readGroups(formText(form, 'groups'))
    const given = Object.fromEntries(
      Object.entries(words).filter(
        ([, { title, body }]) => title.trim() !== '' || body.trim() !== '',
      ),
    ) as Words
    const untitled = Object.entries(given).find(([, { title }]) => title.trim() === '')
    const found: Errors = {
      ...(!campaign &&
        !campaignSlug.safeParse(slug).success && {
          slug: t`Use 1 to 60 letters, digits, hyphens and underscores.`,
        }),
      ...((untitled || Object.keys(given).length === 0) && {
        title: untitled
          ? t`Enter a title in ${languages[untitled[0] as Language]}.`
          : t`Enter a title in at least one language.`,
      }),
      ...(hero.isUnreadable && { hero: <UnreadablePicture /> }),
      ...(titles.wrong && { titles: t`Line ${titles.wrong} is not a link to a title.` }),
      ...(groups.wrong && { groups: t`Line ${groups.wrong} is not a link to a group.` }),
    }
    setErrors(found)
    setSent(sent + 1)
    if (untitled) setLang(untitled[0] as Language)
    if (Object.keys(found).length > 0 || busy) return
    if (hero.isReading) return document.getElementById('hero')?.focus()
    const { image, focal } = toPictureInput(hero)
    const content = {
      words: given,
      hero_image: image,
      hero_focal: focal,
      kids: titles.ids,
      groups: groups.ids,
      accepts_codes: form.has('accepts_codes'),
      is_published: form.has('is_published'),
    }
    const onSuccess = (saved: Campaign) => {
      const name = campaignPath(saved)
      toast({ message: t`${name} was saved.`, icon: 'check' })
      void refetchAll()
      void navigate('/admin/campaigns', AFTER_SAVING)
    }
    if (!campaign) return creating.mutate({ slug, ...content }, { onSuccess })
    const { id, edited_at } = campaign
    return changing.mutate({ id, edited_at, ...content }, { onSuccess })
  }

  return (
    <form noValidate onSubmit={submit} onChange={() => setDirty(true)} className="grid gap-7">
      <ErrorSummary
        sent={sent}
        errors={fields
          .filter((field) => Boolean(errors[field]))
          .map((field) => ({ field, message: errors[field] }))}
      />
      <FormFields busy={busy}>
        <Section title={t`What people see`}>
          {!campaign && (
            <TextField
              name="slug"
              label={t({ message: 'Address', context: 'of a page' })}
              hint={t`The word after the domain. It cannot be changed.`}
              error={errors.slug}
              autoComplete="off"
              maxLength={60}
            />
          )}
          <WordsFields
            lang={lang}
            onLang={setLang}
            words={words}
            onChange={(part) =>
              setEdits((before) => ({ ...before, [lang]: { ...before[lang], ...part } }))
            }
            error={errors.title}
          />
          <PictureField
            optional
            id="hero"
            shape="wide"
            current={campaign?.hero_picture ?? null}
            value={hero}
            onChange={setHero}
          />
        </Section>
        <ContentsSection campaign={campaign} errors={errors} />
      </FormFields>
      <UnsavedChanges isDirty={isDirty || isPictureChanged(hero)} />
      <FormSubmit busy={busy} error={creating.error ?? changing.error}>
        {campaign ? <Trans>Save the campaign</Trans> : <Trans>Create the campaign</Trans>}
      </FormSubmit>
    </form>
  )
}

/** The titles and groups of the page, and what it offers. */
function ContentsSection(props: { campaign: Campaign | undefined; errors: Errors }) {
  const { campaign, errors } = props
  const { t } = useLingui()
  return (
    <Section title={t`Titles and groups`} hint={t`One link per line, in the order of the page.`}>
      <TextArea
        optional
        name="titles"
        rows={4}
        label={t`Titles`}
        defaultValue={campaign?.kids.map((kid) => `/asset/${kid}`).join('\n')}
        error={errors.titles}
      />
      <TextArea
        optional
        name="groups"
        rows={3}
        label={t`Groups`}
        defaultValue={campaign?.groups.map((address) => `/group/${address}`).join('\n')}
        error={errors.groups}
      />
      <Checkbox name="accepts_codes" defaultChecked={campaign?.accepts_codes}>
        <Trans>Show a link to enter a coupon</Trans>
      </Checkbox>
      <Checkbox name="is_published" defaultChecked={campaign?.is_published}>
        <Trans>Show the page to everyone</Trans>
      </Checkbox>
    </Section>
  )
}

/** Returns the words with the edits made here. The other words follow changes made elsewhere. */
const edited = (words: Words, edits: Edits): Words => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(edits).map(([lang, edit]) => [
      lang,
      { ...EMPTY, ...words[lang as Language], ...edit },
    ]),
  ),
})

/** The title and text in one language at a time. */
function WordsFields(props: {
  lang: Language
  onLang: (lang: Language) => void
  words: Words
  onChange: (part: Partial<typeof EMPTY>) => void
  error: ReactNode
}) {
  const { lang, onLang, words, onChange, error } = props
  const { t } = useLingui()
  const shown = words[lang] ?? EMPTY
  return (
    <>
      <Select
        label={t`Language`}
        hint={t`Readers of other languages see the English text, if there is one.`}
        value={lang}
        onChange={(event) => onLang(event.currentTarget.value as Language)}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {languages[locale]}
            {words[locale]?.title ? ' ✓' : ''}
          </option>
        ))}
      </Select>
      <TextField
        id="title"
        label={t({ message: 'Title', context: 'of a page' })}
        lang={lang}
        value={shown.title}
        maxLength={120}
        error={error}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextArea
        optional
        label={t`Text`}
        hint={t`You can use Markdown for links and emphasis.`}
        lang={lang}
        rows={8}
        maxLength={10_000}
        value={shown.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
    </>
  )
}
