import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, refusedPage } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { BulkBar } from '#src/ui/table.tsx'
import { UnsavedChanges } from '#src/ui/unsaved-changes.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/settings-page.ts'
import { type Draft, readDraft } from './draft.shared.ts'
import { FaultText, SettingField } from './setting-field.tsx'
import { type Group, useSettingGroups } from './setting-groups.tsx'
import { useSettingWords } from './setting-words.tsx'
import { SettingsHistory, VERSIONS_PER_PAGE } from './settings-history.tsx'
import {
  flattenSettings,
  getSettings,
  listSettingVersions,
  type SettingChange,
  settingsSchema,
} from '#src/platform/settings/settings.shared.ts'

const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx'), 'ReviewDialog')

/** Loads the platform settings and the history of their changes. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const history = { offset: page * VERSIONS_PER_PAGE, limit: VERSIONS_PER_PAGE }
  const [settings, versions] = await Promise.all([
    ask(context, getSettings, {}),
    ask(context, listSettingVersions, history),
  ])
  if (!('version' in settings)) throw refusedPage('admins_only')
  return { settings, versions, page }
}
type Loaded = Route.ComponentProps['loaderData']

export default function AdminSettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { settings, versions, page } = loaderData
  const [draft, setDraft] = useState<Draft>({})
  const [review, setReview] = useState<readonly SettingChange[]>()
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Platform settings · Renban`}</title>
      <div className="mx-auto grid max-w-[1040px] gap-7">
        <header className="grid gap-1.5">
          <h1 className="text-h1">
            <Trans>Platform settings</Trans>
          </h1>
          <p className="max-w-[66ch] text-ink-2">
            <Trans>Changes take effect after you review them and give a reason.</Trans>
          </p>
        </header>
        <SettingsForm
          settings={settings}
          draft={draft}
          onDraft={setDraft}
          onReview={(changes) => setReview(changes)}
        />
        <SettingsHistory
          settings={settings}
          versions={versions.items}
          total={versions.total}
          page={page}
          onPutBack={setReview}
        />
      </div>
      {review && (
        <ReviewDialog
          version={settings.version}
          changes={review}
          onClose={() => setReview(undefined)}
          onDone={() => {
            setReview(undefined)
            setDraft({})
          }}
        />
      )}
    </div>
  )
}

interface FormProps {
  settings: Loaded['settings']
  draft: Draft
  onDraft: (draft: Draft) => void
  onReview: (changes: SettingChange[]) => void
}

/** The fields in their groups. Faults are shown after the first attempt to continue. */
function SettingsForm({ settings, draft, onDraft, onReview }: FormProps) {
  const names = useSettingWords()
  const groups = useSettingGroups()
  const [sent, setSent] = useState(0)
  const { changes, faults } = readDraft(draft, settings)
  const shown = sent > 0 ? faults : []
  const count = changes.length + faults.filter(({ why }) => why === 'number').length
  return (
    <form
      noValidate
      className="grid gap-7"
      onSubmit={(event) => {
        event.preventDefault()
        if (faults.length > 0) return setSent(sent + 1)
        setSent(0)
        if (changes.length > 0) onReview(changes)
      }}
    >
      <ErrorSummary
        sent={sent}
        errors={shown.map((fault) => ({
          field: fault.field,
          label: names[fault.field],
          message: <FaultText {...fault} />,
        }))}
      />
      {groups.map((group) => (
        <GroupFields
          key={group.title}
          group={group}
          settings={settings}
          draft={draft}
          onDraft={onDraft}
          faults={shown}
        />
      ))}
      <UnsavedChanges isDirty={count > 0} keepsDraft />
      {count > 0 && (
        <BulkBar title={<Plural value={count} one="# change" other="# changes" />}>
          <Button
            small
            onClick={() => {
              onDraft({})
              setSent(0)
            }}
          >
            <Trans>Undo all</Trans>
          </Button>
          <Button small type="submit">
            <Trans>Review changes</Trans>
          </Button>
        </BulkBar>
      )}
    </form>
  )
}

function GroupFields(
  props: Omit<FormProps, 'onReview'> & {
    group: Group
    faults: ReturnType<typeof readDraft>['faults']
  },
) {
  const { group, settings, draft, onDraft, faults } = props
  const now = flattenSettings(settings)
  const defaultValue = flattenSettings(settingsSchema.parse({}))
  const isBank = group.names.includes('bank_sender.client_code')
  return (
    <Section title={group.title} hint={group.hint}>
      {isBank && /^0+$/.test(settings.bank_sender.client_code) && (
        <Note tone="warn">
          <Trans>The client code is not set up. Banks reject files without it.</Trans>
        </Note>
      )}
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {group.names.map((name) => (
          <SettingField
            key={name}
            name={name}
            value={now[name]}
            defaultValue={defaultValue[name]}
            draft={draft[name]}
            fault={faults.find(({ field }) => field === name)}
            onDraft={(text) => onDraft({ ...draft, [name]: text })}
          />
        ))}
      </div>
    </Section>
  )
}
