import type { Movie } from '#contract/movies.ts'
import { Picture } from '#web/ui/images/Picture.tsx'
import { CardActions, CardLink } from '#web/ui/list/CardActions.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { Ticket, TicketSkeleton } from '#web/ui/list/Ticket.tsx'
import { movieApi } from './api.ts'
import { GettingStarted } from './GettingStarted.tsx'

const size = '[--stub:116px] min-h-[176px]'

export function MovieList() {
  return (
    <>
      <ListPage
        collection={movieApi}
        title="Movie Collection"
        subtitle="Manage your movie collection with ease"
        add={{ to: '/add', label: 'Add New Movie' }}
        empty={{ title: 'No movies', text: 'Get started by adding a new movie to your collection.', add: 'Add Movie' }}
        confirm="Are you sure you want to delete this movie?"
        nameOf={(movie) => movie.title}
        columns="md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        skeleton={<TicketSkeleton className={size} />}
      >
        {(movie, onDelete) => <MovieCard movie={movie} onDelete={onDelete} />}
      </ListPage>
      <GettingStarted />
    </>
  )
}

function MovieCard({ movie, onDelete }: { movie: Movie; onDelete: () => void }) {
  return (
    <Ticket className={size} stub={<Picture url={movie.image} alt="" sizes="116px" />}>
      <h2 className="truncate text-card" title={movie.title}>
        {movie.title}
      </h2>
      <p className="mt-0.5 truncate text-ink-3 text-tiny">{movie.genre}</p>
      <p className="mt-2 line-clamp-2 text-ink-2 text-small">{movie.description}</p>
      <CardActions name={movie.title} editTo={`/edit/${movie._id}`} onDelete={onDelete}>
        <CardLink to={`/movie/${movie._id}`} about={movie.title}>
          View Details
        </CardLink>
      </CardActions>
    </Ticket>
  )
}
