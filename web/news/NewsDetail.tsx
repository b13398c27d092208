import type { News } from '#contract/news.ts'
import { Paragraphs } from '#web/components/Paragraphs.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { DetailPage } from '#web/pages/DetailPage.tsx'
import { EditLink } from '#web/pages/EditLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { newsApi } from './api.ts'
import { config } from './index.ts'
import { PublicationDate } from './PublicationDate.tsx'

export function NewsDetail() {
  return (
    <DetailPage resource={newsApi} config={config} missing="News not found">
      {(news) => (
        <article className="overflow-hidden rounded-dialog border border-line bg-surface shadow-resting">
          {news.image && (
            <div className="relative aspect-video max-h-[400px] 2xl:max-h-[560px] w-full bg-sunk">
              <Picture
                url={news.image}
                focus={news.imageFocalPoint}
                alt={`Image of ${news.title}`}
                sizes="(width >= 1920px) 1856px, 96vw"
              />
            </div>
          )}
          <div className="p-5 md:p-8">
            <PageHead title={news.title} subtitle={<PublicationDate day={news.date} />}>
              <HistoryButton resource={newsApi} id={news._id} title={news.title} />
              <EditLink to={config.at.edit(news._id)} label="Edit news item" />
            </PageHead>
            <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Paragraphs text={news.description} />
              {news.gallery.length > 0 && <Gallery urls={news.gallery} points={news.galleryFocalPoints} />}
            </div>
          </div>
        </article>
      )}
    </DetailPage>
  )
}

function Gallery({ urls, points = [] }: { urls: string[]; points?: News['galleryFocalPoints'] }) {
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery" className="mb-3 text-head">
        Gallery
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-2">
        {[...urls.entries()].map(([at, url]) => (
          <li key={at}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="relative block aspect-4/3 overflow-hidden rounded-card bg-sunk transition-shadow hover:shadow-raised"
            >
              <Picture
                url={url}
                focus={points[at] ?? undefined}
                alt={`Image ${at + 1} of ${urls.length}, opens in a new tab`}
                sizes="(width >= 1024px) 260px, (width >= 768px) 30vw, 44vw"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
