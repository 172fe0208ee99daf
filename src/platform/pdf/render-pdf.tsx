import { buffer } from 'node:stream/consumers'
import { pdf } from '@react-pdf/renderer'
import { type ReactElement, type ReactNode, useLayoutEffect } from 'react'

let renderer: ReturnType<typeof pdf> | undefined
let last: Promise<unknown> = Promise.resolve()
let count = 0

/**
 * Renders documents one after the other in one renderer. A renderer for each (the library's own
 * `renderToBuffer`) leaks 20 kB or more per document.
 */
export function renderPdf(document: ReactElement): Promise<Buffer> {
  const next = last.then(() => renderNow(document))
  last = next.catch(() => {})
  return next
}

async function renderNow(document: ReactElement): Promise<Buffer> {
  renderer ??= pdf()
  let isRendered = false
  const onRender = () => void (isRendered = true)
  renderer.updateContainer(
    <RenderProbe key={count++} onRender={onRender}>
      {document}
    </RenderProbe>,
  )
  // Drops a failed render: the renderer still holds the previous document, which is another person's.
  if (!isRendered) {
    renderer = undefined
    throw new Error('a PDF could not be rendered')
  }
  return buffer(await renderer.toBuffer())
}

function RenderProbe({ onRender, children }: { onRender: () => void; children: ReactNode }) {
  useLayoutEffect(onRender)
  return children
}
