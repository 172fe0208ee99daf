import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Boards } from '#src/ui/gallery/boards.tsx'
import { Forms } from '#src/ui/gallery/forms.tsx'
import { States } from '#src/ui/gallery/states.tsx'
import { Titles } from '#src/ui/gallery/titles.tsx'

/**
 * Reads `?no=7`, the chosen number, and `?dir=rtl`, which shows the components as Arabic readers
 * see them.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const isRtl = query.get('dir') === 'rtl'
  return { chosen: Number(query.get('no') ?? 7), dir: isRtl ? 'rtl' : undefined }
}

/** Shows every component in every state, for developers. Served in development only. */
export default function GalleryPage() {
  const { chosen, dir } = useLoaderData<typeof loader>()
  return (
    <div className="wrap py-8" dir={dir} lang={dir && 'ar'}>
      <title>Gallery · Renban</title>
      <h1 className="mb-8 text-d1">Gallery</h1>
      <Titles />
      <Boards key={chosen} chosen={chosen} />
      <Forms />
      <States />
    </div>
  )
}
