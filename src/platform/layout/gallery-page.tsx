import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Boards } from '#src/ui/gallery/boards.tsx'
import { Forms } from '#src/ui/gallery/forms.tsx'
import { States } from '#src/ui/gallery/states.tsx'
import { Titles } from '#src/ui/gallery/titles.tsx'

/** `?no=7` is the chosen number; `?dir=rtl` shows the kit as Arabic readers will see it. */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const isTurned = query.get('dir') === 'rtl'
  return { chosen: Number(query.get('no') ?? 7), dir: isTurned ? 'rtl' : undefined }
}

/** Every component in every state, for those who build with them. In development only. */
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
