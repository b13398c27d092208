import type { Movie } from '#contract/movies.ts'
import { Picture } from '#web/components/Picture.tsx'
import { CardActions, CardLink } from '#web/lists/CardActions.tsx'
import { CardText } from '#web/lists/CardText.tsx'
import { CardTitle, PictureLink } from '#web/lists/CardTitle.tsx'
import { HiddenBadge } from '#web/lists/HiddenBadge.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { Ticket, TicketSkeleton } from '#web/lists/Ticket.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { copyOf } from '#web/router/paths.ts'
import { movieApi } from './api.ts'
import { config } from './index.ts'

const GettingStarted = lazyOptional(async () => (await import('./GettingStarted.tsx')).GettingStarted)

const Attention = lazyOptional(async () => (await import('./Attention.tsx')).Attention)

/** Loaded with the first selection. */
const MovieBar = lazyOptional<BarProps<Movie>>(async () => (await import('./MovieBar.tsx')).MovieBar)

const size = '[--stub:116px] 2xl:[--stub:144px] min-h-[176px] 2xl:min-h-[216px]'

export function MovieList() {
  return (
    <>
      <ListPage
        config={config}
        collection={movieApi}
        title="Movie Collection"
        subtitle={
          <>
            {/* On a phone with room for what comes late: nothing moves then. */}
            <span className="max-sm:max-w-[calc(100%-5.75rem)] text-balance">Manage your movie collection with ease</span>
            <Attention />
          </>
        }
        addLabel="Add New Movie"
        empty={{ title: 'No movies', text: 'Get started by adding a new movie to your collection.', add: 'Add Movie' }}
        columns="md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        skeleton={<TicketSkeleton className={size} />}
        Bar={MovieBar}
      >
        {(movie, onDelete) => <MovieCard movie={movie} onDelete={onDelete} />}
      </ListPage>
      <GettingStarted />
    </>
  )
}

function MovieCard({ movie, onDelete }: { movie: Movie; onDelete: () => void }) {
  const detail = config.at.one(movie._id)
  return (
    <Ticket
      className={size}
      stub={
        <PictureLink to={detail}>
          <Picture url={movie.image} focus={movie.imageFocalPoint} alt="" sizes="(width >= 1800px) 144px, 116px" />
        </PictureLink>
      }
    >
      <CardTitle to={detail}>{movie.title}</CardTitle>
      <p dir="auto" className="mt-0.5 truncate text-ink-3 text-tiny">
        {movie.genre}
      </p>
      <div className="not-empty:mt-1">
        <HiddenBadge item={movie} />
      </div>
      <CardText className="mt-2">{movie.description}</CardText>
      <CardActions name={movie.title} editTo={config.at.edit(movie._id)} copyTo={copyOf(config.at, movie._id)} onDelete={onDelete}>
        <CardLink to={detail} words="View Details" about={movie.title} />
      </CardActions>
    </Ticket>
  )
}
