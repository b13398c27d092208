import { Tag } from 'lucide-react'
import { type Movie, MovieSets } from '#contract/movies.ts'
import { counted } from '#web/components/format-count.ts'
import { SetManyButton } from '#web/forms/SetManyButton.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { changing } from '#web/lists/selection/bulk-actions.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { SelectionBar } from '#web/lists/selection/SelectionBar.tsx'
import { GenreField } from './GenreField.tsx'

/** The bar of selected movies, which sets their genre. */
export function MovieBar(props: BarProps<Movie>) {
  function set(movies: readonly Movie[], { genre }: { genre: string }) {
    const others = movies.filter((movie) => movie.genre !== genre)
    const done = (count: number) => `${counted(count, 'movie')} now ${count === 1 ? 'has' : 'have'} the genre “${genre}”.`
    void runBulkAction(changing(props.target, others, { genre }, { doing: 'Setting genre', done }))
  }

  return (
    <SelectionBar {...props}>
      <SetManyButton
        items={props.selection.items}
        label="Set genre"
        Icon={Tag}
        titleOf={({ length }) => `Set genre of ${counted(length, 'movie')}`}
        schema={MovieSets}
        blank={{ genre: '' }}
        onSet={set}
      >
        {(field) => <GenreField {...field('genre')} />}
      </SetManyButton>
    </SelectionBar>
  )
}
