import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/** Says that code could not be loaded. `ConnectionNotices` does it, as soon as its own code is there. */
export const lostCode = {
  isUntold: false,
  tell() {
    lostCode.isUntold = true
  },
}

interface Closable {
  onClose: () => void
  /** Closes a dialog whose code is lost, where `onClose` does more than close it. */
  onLost?: () => void
}
type PropsOf<Part> =
  Part extends ComponentType<infer Props extends Closable> ? Props & Closable : never

/**
 * Makes a dialog of the export `name` of a file, which is loaded when the dialog is opened. If that fails,
 * offline or after a deployment, a message says so and the dialog closes: the page keeps what was typed. Some
 * browsers import it again only after the page was reloaded.
 */
export function lazyDialog<File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
): ComponentType<PropsOf<File[Name]>> {
  let loaded: ComponentType<Closable> | undefined
  return function LazyDialog(props: Closable) {
    const [Shown, setShown] = useState(() => loaded)
    const giveUp = useEffectEvent(() => {
      lostCode.tell()
      ;(props.onLost ?? props.onClose)()
    })
    useEffect(() => {
      let isOpen = true
      load().then(
        (file) => setShown(() => (loaded = file[name] as ComponentType<Closable>)),
        () => isOpen && giveUp(),
      )
      return () => void (isOpen = false)
    }, [])
    return Shown && <Shown {...props} />
  }
}
