import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextField } from '#src/ui/field.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import type { Route } from './+types/help-page.ts'
import { helpSearch } from './help-search.shared.ts'
import {
  type HelpSettings,
  helpSettings,
  type Question,
  type Topic,
  useHelpTopics,
} from './help-topics.tsx'

const Q_MAX = 100

export async function loader({ context, url }: Route.LoaderArgs) {
  const settings = helpSettings(await ask(context, getSettings, {}))
  return { settings, q: url.searchParams.get('q')?.slice(0, Q_MAX) ?? '' }
}

/** Shows the answers by topic, or those that fit what is typed, as it is typed. */
export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { settings } = loaderData
  const topics = useHelpTopics(settings)
  const [typed, setTyped] = useState(loaderData.q)
  const q = useDeferredValue(typed.trim())
  const questions = topics.flatMap((topic) => topic.questions)
  const search = searchOf(settings, i18n.locale, questions)
  return (
    <div className="wrap py-10 sm:py-14">
      <title>{t`Help centre · Renban`}</title>
      <SocialTags title={t`Help centre`} path="/help" things={[faqOf(questions)]} />
      <div className="mx-auto max-w-[680px]">
        <h1 className="text-d1">
          <Trans>Help centre</Trans>
        </h1>
        <SearchField q={loaderData.q} onType={setTyped} />
        {q === '' ? <Topics topics={topics} /> : <Results questions={search(q)} q={q} />}
        <div className="mt-12 border-t border-line pt-6">
          <p className="text-ink-2">
            <Trans>Is your question not here? A person reads every message.</Trans>
          </p>
          <LinkButton to="/support" className="mt-4">
            <Trans>Contact support</Trans>
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

const searches = new WeakMap<HelpSettings, Map<string, (typed: string) => Question[]>>()

/** Returns the search of the questions, made once for each language, as long as the settings stay. */
function searchOf(settings: HelpSettings, locale: string, questions: Question[]) {
  const byLocale = searches.get(settings) ?? new Map<string, (typed: string) => Question[]>()
  const search = byLocale.get(locale) ?? helpSearch(questions, locale)
  searches.set(settings, byLocale.set(locale, search))
  return search
}

/** The field of the search. It follows the page's address, but keeps what is typed while it is sent. */
function SearchField({ q, onType }: { q: string; onType: (typed: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(q)
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (field.current) onType(field.current.value) // typed before scripts ran
  }, [onType])
  useEffect(() => {
    if (shown.current === q) return
    shown.current = q
    const isSent = sent.current === q
    sent.current = undefined
    if (isSent || !field.current) return
    field.current.value = q
    onType(q)
  }, [q, onType])
  return (
    <search>
      <Form
        className="mt-6"
        preventScrollReset
        onSubmit={() => {
          sent.current = field.current?.value
        }}
      >
        <TextField
          ref={field}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={Q_MAX}
          label={<Trans>Search the help centre</Trans>}
          onChange={(event) => onType(event.target.value)}
        />
      </Form>
    </search>
  )
}

function Topics({ topics }: { topics: Topic[] }) {
  const { t } = useLingui()
  useOpenedByAddress()
  return (
    <>
      <nav aria-label={t`Topics`} className="mt-5">
        <ul className="flex flex-wrap gap-x-5">
          {topics.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {topics.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className="mt-9">
          <h2 id={id} className="scroll-mt-4 text-h2">
            {title}
          </h2>
          <Questions questions={questions} />
        </section>
      ))}
    </>
  )
}

/** Opens the answer that the address names after `#`. Browsers do so by themselves for a new page only. */
function useOpenedByAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = document.getElementById(hash.slice(1))
    const question = answer?.closest('details')
    if (!question || question.open) return
    question.open = true
    answer!.scrollIntoView()
  }, [hash])
}

function Results({ questions, q }: { questions: Question[]; q: string }) {
  return (
    <section className="mt-7">
      <output className="text-small text-ink-2">
        <Plural value={questions.length} one="# answer" other="# answers" />
      </output>
      {questions.length > 0 ? (
        <Questions questions={questions} isFound />
      ) : (
        <div className="mt-3">
          <EmptyState title={<Trans>No answer for “{q}”</Trans>}>
            <Trans>Try another word, or fewer.</Trans>
          </EmptyState>
        </div>
      )}
    </section>
  )
}

/** Shows questions whose answers can be opened. Of found ones the first is open. */
function Questions(props: { questions: Question[]; isFound?: boolean }) {
  const { questions, isFound = false } = props
  const Heading = isFound ? 'h2' : 'h3'
  return (
    <div className="mt-3 border-b border-line">
      {questions.map(({ id, title, answer, links }, i) => (
        <details key={id} open={isFound && i === 0} className="border-t border-line">
          <summary className="min-h-12 py-3 font-semibold">
            <Heading className="inline text-body font-semibold">{title}</Heading>
          </summary>
          <div id={id} className="grid scroll-mt-16 gap-3 pb-5 text-ink-2">
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {links && (
              <p className="flex flex-wrap gap-x-5">
                {links.map(({ to, label }) => (
                  <Link key={to} to={to} className="inline-flex min-h-11 items-center underline">
                    {label}
                  </Link>
                ))}
              </p>
            )}
          </div>
        </details>
      ))}
    </div>
  )
}

/** Returns the questions as https://schema.org/FAQPage. */
const faqOf = (questions: Question[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ title, answer }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
  })),
})
