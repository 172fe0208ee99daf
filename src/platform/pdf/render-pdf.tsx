import { buffer } from 'node:stream/consumers'
import { pdf } from '@react-pdf/renderer'
import { type ReactElement, type ReactNode, useLayoutEffect } from 'react'

let press: ReturnType<typeof pdf> | undefined
let last: Promise<unknown> = Promise.resolve()
let count = 0

/**
 * Prints one document after the other on one press. A press for each (the library's own
 * `renderToBuffer`) keeps some of every document for good: 20 kB and more.
 */
export function renderPdf(document: ReactElement): Promise<Buffer> {
  const next = last.then(() => strike(document))
  last = next.catch(() => {})
  return next
}

async function strike(document: ReactElement): Promise<Buffer> {
  press ??= pdf()
  let isSet = false
  const onSet = () => void (isSet = true)
  press.updateContainer(
    <Struck key={count++} onSet={onSet}>
      {document}
    </Struck>,
  )
  // What could not be rendered leaves the one before on the press, and that is somebody else's.
  if (!isSet) {
    press = undefined
    throw new Error('a paper could not be set')
  }
  return buffer(await press.toBuffer())
}

function Struck({ onSet, children }: { onSet: () => void; children: ReactNode }) {
  useLayoutEffect(onSet)
  return children
}
