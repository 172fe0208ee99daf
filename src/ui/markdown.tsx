/** Running text that the server made from Markdown: `html` is what its renderer gave, no more. */
export function Markdown({ html, lang }: { html: string; lang?: string }) {
  return <div lang={lang} className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
