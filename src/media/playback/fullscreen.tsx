import { useEffect, useState } from 'react'

/** Says whether something fills the screen. */
export function useFullscreen(): boolean {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const update = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return isFull
}
