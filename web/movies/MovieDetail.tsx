import type { Movie } from '#contract/movies.ts'
import { Picture } from '#web/components/Picture.tsx'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { HiddenBadge } from '#web/lists/HiddenBadge.tsx'
import { DetailPage } from '#web/pages/DetailPage.tsx'
import { EditLink } from '#web/pages/EditLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { movieApi } from './api.ts'
import { Hero } from './Hero.tsx'
import { config } from './index.ts'
import { Trailer } from './Trailer.tsx'

export function MovieDetail() {
  return (
    <DetailPage resource={movieApi} config={config} missing="Movie not found">
      {(movie) => (
        <article className="grid overflow-hidden rounded-dialog border border-line bg-surface shadow-resting md:grid-cols-[auto_minmax(0,1fr)] md:grid-rows-[minmax(216px,auto)_auto]">
          <Hero cover={movie.image} focus={movie.imageFocalPoint} />
          <div className="z-1 col-start-1 row-start-1 p-5 pb-0 md:row-end-3 md:p-8">
            <div className="relative aspect-2/3 w-44 overflow-hidden rounded-card shadow-dialog md:w-56 lg:w-72">
              <Picture
                url={movie.image}
                focus={movie.imageFocalPoint}
                alt={`Cover of ${movie.title}`}
                sizes="(width >= 1024px) 288px, (width >= 768px) 224px, 176px"
              />
            </div>
          </div>
          <div className="z-1 col-start-1 row-start-2 self-end p-5 pb-0 text-white md:col-start-2 md:row-start-1 md:pl-0">
            <PageHead
              title={movie.title}
              subtitle={
                <>
                  <bdi className="text-white/85">{movie.genre}</bdi> <HiddenBadge item={movie} />
                </>
              }
            >
              <HistoryButton resource={movieApi} id={movie._id} title={movie.title} />
              <EditLink to={config.at.edit(movie._id)} label="Edit Movie" />
            </PageHead>
          </div>
          <Story movie={movie} />
        </article>
      )}
    </DetailPage>
  )
}

function Story({ movie }: { movie: Movie }) {
  return (
    <div className="col-start-1 grid min-w-0 grid-cols-1 gap-x-10 gap-y-8 p-5 md:col-start-2 md:row-start-2 md:py-7 md:pr-8 md:pl-0 xl:grid-cols-[minmax(0,68ch)_minmax(26rem,1fr)]">
      <p dir="auto" className="max-w-[68ch] whitespace-pre-line text-card font-normal leading-6">
        {movie.description}
      </p>
      <section aria-labelledby="trailer" className="max-w-3xl">
        <h2 id="trailer" className="mb-3 text-head">
          Trailer
        </h2>
        <Trailer address={movie.trailerUrl} title={movie.title} cover={movie.image} />
      </section>
    </div>
  )
}
