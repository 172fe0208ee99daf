const PREVIEW_LETTERS = 200

/** Returns the plain text of rendered Markdown, cut for link previews. */
export function plainTextOf(html: string): string {
  const words = html
    .replaceAll(/<(br|\/(p|li|h\d|pre))>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES.get(name)!)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = Array.from(words)
  return letters.length > PREVIEW_LETTERS
    ? `${letters.slice(0, PREVIEW_LETTERS - 1).join('')}…`
    : words
}

/** The only entities that the Markdown renderer writes. */
const ENTITIES = new Map<string, string>(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"' }))

/** Shows Markdown rendered by the server. `html` must be the renderer's sanitized output. */
export function Markdown({ html, lang }: { html: string; lang?: string }) {
  return (
    <div dir="auto" lang={lang} className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
  )
}
