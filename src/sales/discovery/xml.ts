/** An XML element. Texts in it are escaped when it is written, so no title can end it. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly (Element | string)[]
}

export const element = (
  name: string,
  attributes: Element['attributes'],
  ...children: Element['children']
): Element => ({ name, attributes, children })

/** Writes a whole XML document. */
export const xmlOf = (root: Element) => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`

function write(node: Element | string): string {
  if (typeof node === 'string') return escaped(node)
  const attributes = Object.entries(node.attributes).map(([key, of]) => ` ${key}="${escaped(of)}"`)
  const start = `<${node.name}${attributes.join('')}`
  if (node.children.length === 0) return `${start}/>`
  return `${start}>${node.children.map(write).join('')}</${node.name}>`
}

// Characters that no XML document may hold, not even escaped (XML 1.0, 2.2).
// oxlint-disable-next-line no-control-regex -- they are what has to go
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes a text for XML and HTML, in elements and in quoted attributes. */
export const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"']/g, (mark) => ENTITIES.get(mark)!)
