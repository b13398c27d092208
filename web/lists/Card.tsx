import type { ReactNode } from 'react'
import type { FocalPoint } from '#contract/pictures.ts'
import { Picture } from '#web/components/Picture.tsx'
import { CardText } from './CardText.tsx'
import { CardTitle, PictureLink } from './CardTitle.tsx'

type CardProps = {
  /** The record's page, linked from title and picture. */
  to: string
  /** An image of the gallery, or '' for none. */
  image: string
  focus?: FocalPoint | undefined
  /** The picture's proportions, as a class. */
  shape: string
  /** A few words on the picture. */
  badge?: string | undefined
  /** A small line above the title. */
  lead?: ReactNode
  title: string
  text: string
  children: ReactNode
}

/** A card that is no ticket: a picture above the words. */
export function Card({ to, image, focus, shape, badge, lead, title, text, children }: CardProps) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-resting transition-shadow duration-150 hover:shadow-raised">
      <div className={`relative overflow-hidden bg-sunk ${shape}`}>
        <PictureLink to={to}>
          <Picture url={image} focus={focus} alt="" sizes="(width >= 1800px) 608px, (width >= 1024px) 440px, (width >= 560px) 48vw, 94vw" />
        </PictureLink>
        {badge && (
          <p className="pointer-events-none absolute right-2.5 bottom-2.5 rounded-full bg-black/75 px-2.5 py-1 font-[600] text-tiny text-white tabular-nums">
            {badge}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-3.5 pb-3">
        {lead && (
          <div className="mb-0.5 flex flex-wrap items-center gap-x-2 empty:hidden gap-y-1 text-ink-3 text-tiny tabular-nums">{lead}</div>
        )}
        <CardTitle to={to}>{title}</CardTitle>
        <CardText className="mt-1">{text}</CardText>
        {children}
      </div>
    </article>
  )
}

/** The same card before its picture and words have arrived. */
export function CardSkeleton({ shape }: { shape: string }) {
  return (
    <div className="animate-breathe overflow-hidden rounded-card border border-line bg-surface shadow-resting">
      <div className={`skeleton !rounded-none ${shape}`} />
      <div className="px-4 pt-4 pb-3">
        <div className="skeleton h-4 w-3/5" />
        <div className="skeleton mt-2.5 h-3" />
        <div className="skeleton mt-1.5 h-3 w-4/5" />
        <div className="skeleton mt-5 mb-2 h-4 w-20" />
      </div>
    </div>
  )
}
