import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { publicUrlContext } from '#core/http/ask.ts'
import { isLocale, languages, type Locale, locales } from './i18n/locale.ts'
import { mailTemplates } from './mail-templates.tsx'
import { mailWriter } from './platform/mail/render-mail.tsx'
import { Section } from './ui/gallery/section.tsx'
import { SegmentedLinks } from './ui/segmented-control.tsx'

/** Reads `?mail=order&lang=ja`. Writes the mails of that kind with their sample facts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const publicUrl = context.get(publicUrlContext)
  const write = mailWriter(mailTemplates)
  const asked = query.get('lang') ?? ''
  const lang: Locale = isLocale(asked) ? asked : 'en'
  const chosen = mailTemplates.find(({ name }) => name === query.get('mail')) ?? mailTemplates[0]!
  const written = Object.entries<object>(chosen.samples).map(async ([sample, facts]) => {
    const { subject, text } = await write(chosen.name, { lang, publicUrl, facts })
    return { sample, subject, text }
  })
  const names = mailTemplates.map(({ name }) => name)
  return { names, name: chosen.name, lang, mails: await Promise.all(written) }
}

/** Shows the mails of one kind in a language and in both schemes. Served in development only. */
export default function MailGalleryPage() {
  const { names, name, lang, mails } = useLoaderData<typeof loader>()
  const to = (mail: string, locale: string) => `/dev/gallery/mails?mail=${mail}&lang=${locale}`
  return (
    <div className="wrap py-8">
      <title>Mails · Renban</title>
      <h1 className="mb-6 text-d1">Mails</h1>
      <div className="mb-8 flex flex-wrap gap-4">
        <SegmentedLinks
          label="Mail"
          apart
          value={name}
          options={names.map((mail) => ({ value: mail, label: mail, to: to(mail, lang) }))}
        />
        <SegmentedLinks
          label="Language"
          value={lang}
          options={locales.map((locale) => ({
            value: locale,
            label: languages[locale],
            to: to(name, locale),
          }))}
        />
      </div>
      {mails.map(({ sample, subject, text }) => (
        <Section key={`${name} ${sample}`} title={sample}>
          <p lang={lang} className="font-semibold">
            {subject}
          </p>
          <div className="grid gap-4 lg:grid-cols-2">
            {(['light', 'dark'] as const).map((scheme) => (
              <iframe
                key={scheme}
                title={`${sample}, ${scheme}`}
                sandbox=""
                loading="lazy"
                className="h-150 w-full resize-y border border-line"
                src={`/dev/gallery/mails/html?${new URLSearchParams({ mail: name, sample, lang, scheme })}`}
              />
            ))}
          </div>
          <pre lang={lang} className="whitespace-pre-wrap border border-line p-4 text-small">
            {text}
          </pre>
        </Section>
      ))}
    </div>
  )
}
