import { menus } from '#contract/menu.ts'
import { plain } from '#web/api/plain.ts'
import { Paragraphs } from '#web/components/Paragraphs.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { HiddenBadge } from '#web/lists/HiddenBadge.tsx'
import { DetailPage } from '#web/pages/DetailPage.tsx'
import { EditLink } from '#web/pages/EditLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { config } from './index.ts'

export function MenuDetail() {
  return (
    <DetailPage resource={plain('menus', menus)} config={config} missing="Menu item not found">
      {(item) => (
        <article className="grid overflow-hidden rounded-dialog border border-line bg-surface shadow-resting md:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
          <div className="relative aspect-square bg-sunk max-md:aspect-4/3">
            <Picture url={item.image} focus={item.imageFocalPoint} alt={`Image of ${item.name}`} sizes="(width >= 768px) 360px, 96vw" />
          </div>
          <div className="p-5 md:p-8">
            <PageHead title={item.name} subtitle={<HiddenBadge item={item} />}>
              <HistoryButton resource={plain('menus', menus)} id={item._id} title={item.name} />
              <EditLink to={config.at.edit(item._id)} label="Edit menu item" />
            </PageHead>
            <Paragraphs text={item.description} />
          </div>
        </article>
      )}
    </DetailPage>
  )
}
