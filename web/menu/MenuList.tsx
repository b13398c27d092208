import { type MenuItem, menus } from '#contract/menu.ts'
import { plain } from '#web/api/plain.ts'
import { Card, CardSkeleton } from '#web/lists/Card.tsx'
import { CardActions, CardLink } from '#web/lists/CardActions.tsx'
import { HiddenBadge } from '#web/lists/HiddenBadge.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { copyOf } from '#web/router/paths.ts'
import { config } from './index.ts'

const shape = 'aspect-4/3'

export function MenuList() {
  return (
    <ListPage
      config={config}
      collection={plain('menus', menus)}
      title="Concession Menu"
      subtitle="Manage concession items"
      addLabel="Add menu item"
      empty={{
        title: 'No menu items',
        text: 'Get started by adding popcorn, drinks and other items.',
        add: 'Add menu item',
      }}
      columns="sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      skeleton={<CardSkeleton shape={shape} />}
    >
      {(item, onDelete) => <MenuCard item={item} onDelete={onDelete} />}
    </ListPage>
  )
}

function MenuCard({ item, onDelete }: { item: MenuItem; onDelete: () => void }) {
  const detail = config.at.one(item._id)
  return (
    <Card
      to={detail}
      image={item.image}
      focus={item.imageFocalPoint}
      shape={shape}
      lead={<HiddenBadge item={item} />}
      title={item.name}
      text={item.description}
    >
      <CardActions name={item.name} editTo={config.at.edit(item._id)} copyTo={copyOf(config.at, item._id)} onDelete={onDelete}>
        <CardLink to={detail} words="View Details" about={item.name} />
      </CardActions>
    </Card>
  )
}
