import type { News } from '#contract/news.ts'
import { Card, CardSkeleton } from '#web/lists/Card.tsx'
import { CardActions, CardLink } from '#web/lists/CardActions.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { copyOf } from '#web/router/paths.ts'
import { newsApi } from './api.ts'
import { config } from './index.ts'
import { PublicationDate } from './PublicationDate.tsx'

/** Loaded with the first selection. */
const NewsBar = lazyOptional<BarProps<News>>(async () => (await import('./NewsBar.tsx')).NewsBar)

const shape = 'aspect-video'

export function NewsList() {
  return (
    <ListPage
      config={config}
      collection={newsApi}
      title="Latest News"
      subtitle="Manage news and announcements"
      addLabel="Add news item"
      empty={{ title: 'No news', text: 'Get started by announcing a premiere, a festival or new opening hours.', add: 'Add news item' }}
      columns="sm:grid-cols-2 lg:grid-cols-3"
      skeleton={<CardSkeleton shape={shape} />}
      Bar={NewsBar}
    >
      {(news, onDelete) => <NewsCard news={news} onDelete={onDelete} />}
    </ListPage>
  )
}

function NewsCard({ news, onDelete }: { news: News; onDelete: () => void }) {
  const detail = config.at.one(news._id)
  return (
    <Card
      to={detail}
      image={news.image}
      focus={news.imageFocalPoint}
      shape={shape}
      badge={news.gallery.length > 0 ? `+${news.gallery.length} in gallery` : undefined}
      lead={<PublicationDate day={news.date} />}
      title={news.title}
      text={news.description}
    >
      <CardActions name={news.title} editTo={config.at.edit(news._id)} copyTo={copyOf(config.at, news._id)} onDelete={onDelete}>
        <CardLink to={detail} words="Read More" about={news.title} />
      </CardActions>
    </Card>
  )
}
