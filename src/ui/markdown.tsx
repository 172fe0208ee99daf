/** The words of such text alone, at most `max` letters: for what shows a few lines of a page. */
export function plainTextOf(html: string, max = 200): string {
  const words = html
    .replaceAll(/<(br|\/(p|li|h\d|pre))>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = Array.from(words)
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : words
}

/** Those that the renderer writes. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Running text that the server made from Markdown: `html` is what its renderer gave, no more. */
export function Markdown({ html, lang }: { html: string; lang?: string }) {
  return <div lang={lang} className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
