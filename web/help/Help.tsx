import { SearchX } from 'lucide-react'
import { addressOf } from '#web/api/address.ts'
import { Button } from '#web/components/Button.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { navigate } from '#web/router/location.ts'
import { staysState } from '#web/router/location-state.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { TaskCard } from './TaskCard.tsx'
import { findTasks } from './tasks.ts'

/** The help: the tasks of the office, each in a few steps, with a search. */
export function Help() {
  const words = new URLSearchParams(useLocation().search).get('q') ?? ''
  const found = findTasks(words)

  const search = (q: string) =>
    navigate(addressOf(paths.movies.list, {}, { tab: 'help', q: q || undefined }), { replace: true, state: staysState })

  return (
    <>
      <PageHead title="Help" subtitle="Short instructions for everyday tasks" />
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField hint="Search help" value={words} onSearch={search} />
        <p role="status" className="text-ink-3 text-small tabular-nums empty:hidden">
          {words !== '' && (found.length === 1 ? '1 task found' : `${found.length} tasks found`)}
        </p>
      </div>
      {found.length === 0 ? (
        <div className="grid justify-items-center rounded-card border border-line-strong border-dashed px-6 py-14 text-center">
          <SearchX size={32} className="text-ink-3" />
          <h2 className="wrap-anywhere mt-4 text-head">No results for “{words}”</h2>
          <p className="mt-1 mb-5 text-ink-2">Try another word, such as “cover” or “cancel”.</p>
          <Button onClick={() => search('')}>Show all tasks</Button>
        </div>
      ) : (
        <div className="gap-4 sm:columns-[20rem] 2xl:columns-[24rem]">
          {found.map((task) => (
            <TaskCard key={task.id} task={task} />
          ))}
        </div>
      )}
    </>
  )
}
