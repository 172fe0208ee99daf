import { useRouteLoaderData } from 'react-router'

/** The usual number of guests here while screenings are switched on; null while they are off. */
const useUsualGuests = () =>
  useRouteLoaderData<{ usualGuests: number | null }>('root')?.usualGuests ?? null

/** Reports whether screenings are switched on, whoever reads the page. */
export const useScreenings = (): boolean => useUsualGuests() !== null

/** Returns how many guests an owner may show their copy to; 0 if they may not. */
export function useGuestsAllowed(asset: {
  media_type: string
  screening_guests: number | null
}): number {
  const usual = useUsualGuests()
  const isPlayed = asset.media_type === 'video' || asset.media_type === 'audio'
  return usual !== null && isPlayed ? (asset.screening_guests ?? usual) : 0
}
