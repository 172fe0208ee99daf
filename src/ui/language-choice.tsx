import { useLingui } from '@lingui/react/macro'
import { Form, useLocation } from 'react-router'
import { languages, locales } from '#src/i18n/locale.ts'

/**
 * A button per language, named in that language. Stores the choice and returns to this page,
 * without a script.
 */
export function LanguageChoice({ locale, id }: { locale: string; id?: string }) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action="/language"
      reloadDocument
      id={id}
      aria-label={id && t`Language`}
      className="flex flex-wrap gap-x-6 gap-y-1"
    >
      <input type="hidden" name="next" value={pathname + withoutLanguage(search)} />
      {locales.map((tag) => (
        <button
          key={tag}
          name="lang"
          value={tag}
          lang={tag}
          aria-current={tag === locale ? 'true' : undefined}
          className="min-h-11 min-w-11 text-start hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {languages[tag]}
        </button>
      ))}
    </Form>
  )
}

/** Removes the language from an address's query: the choice counts from now on. */
function withoutLanguage(search: string): string {
  const rest = new URLSearchParams(search)
  rest.delete('lang')
  return rest.size === 0 ? '' : `?${rest.toString()}`
}
