import type { Movie } from '#contract/movies.ts'
import { Picture } from '#web/ui/images/Picture.tsx'
import { DetailPage } from '#web/ui/page/DetailPage.tsx'
import { EditLink } from '#web/ui/page/EditLink.tsx'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { movieApi } from './api.ts'
import { Trailer } from './Trailer.tsx'

export function MovieDetail() {
  return (
    <DetailPage resource={movieApi} list={{ to: '/', label: 'Back to Movies' }} missing="Movie not found">
      {(movie) => (
        <article className="grid overflow-hidden rounded-dialog border border-line bg-surface shadow-resting md:grid-cols-[auto_minmax(0,1fr)] md:grid-rows-[216px_auto]">
          <Backdrop url={movie.image} />
          <div className="z-1 col-start-1 row-start-1 p-5 pb-0 md:row-end-3 md:p-8">
            <div className="relative aspect-2/3 w-44 overflow-hidden rounded-card shadow-dialog md:w-56 lg:w-72">
              <Picture url={movie.image} alt={`Cover of ${movie.title}`} sizes="(width >= 1024px) 288px, (width >= 768px) 224px, 176px" />
            </div>
          </div>
          <div className="z-1 col-start-1 row-start-2 self-end p-5 pb-0 text-white md:col-start-2 md:row-start-1 md:pl-0">
            <PageHead title={movie.title} subtitle={<span className="text-white/85">{movie.genre}</span>}>
              <EditLink to={`/edit/${movie._id}`} label="Edit Movie" />
            </PageHead>
          </div>
          <Story movie={movie} />
        </article>
      )}
    </DetailPage>
  )
}

/** The cover once more, wide and out of focus, dark enough for white words. */
function Backdrop({ url }: { url: string }) {
  return (
    <div aria-hidden="true" className="relative col-span-full row-start-1 row-end-3 overflow-hidden bg-velvet md:row-end-2">
      {url && <Picture url={url} alt="" sizes="320px" className="scale-150 blur-3xl" />}
      <div className="absolute inset-0 bg-linear-to-t from-black/80 to-black/45" />
    </div>
  )
}

function Story({ movie }: { movie: Movie }) {
  return (
    <div className="col-start-1 min-w-0 p-5 md:col-start-2 md:row-start-2 md:py-7 md:pr-8 md:pl-0">
      <p className="max-w-[68ch] whitespace-pre-line text-card font-normal leading-6">{movie.description}</p>
      <h2 className="mt-8 mb-3 text-head">Trailer</h2>
      <div className="max-w-3xl">
        <Trailer address={movie.trailerUrl} title={movie.title} />
      </div>
    </div>
  )
}
