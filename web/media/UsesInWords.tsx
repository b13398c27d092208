import { Fragment } from 'react'
import type { Image, ImageUse } from '#contract/images.ts'
import { formatCount } from '#web/components/format-count.ts'
import { nameOfUser } from './using-images.ts'

/** The records that use an image: 'the movie “Metropolis”, the branch “Harbour” and 2 more' */
export function UsesInWords({ image: { usedBy, usedByCount } }: { image: Image }) {
  const named = usedBy.slice(0, 3)
  const marks = [...named.keys()].map(String)
  const parts = new Intl.ListFormat('en').formatToParts(usedByCount > 3 ? [...marks, `${formatCount(usedByCount - 3)} more`] : marks)
  return [...parts.entries()].map(([at, { type, value }]) => {
    const use = type === 'element' ? named[Number(value)] : undefined
    return <Fragment key={at}>{use ? <Named use={use} /> : value}</Fragment>
  })
}

function Named({ use: { resource, title } }: { use: ImageUse }) {
  return (
    <>
      the {nameOfUser(resource)} “<bdi>{title}</bdi>”
    </>
  )
}
