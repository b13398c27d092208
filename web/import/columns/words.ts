import type { BranchInput } from '#contract/branches.ts'
import type { imports } from '#contract/imports.ts'
import type { MenuItemInput } from '#contract/menu.ts'
import type { MovieInput } from '#contract/movies.ts'
import type { NewsInput } from '#contract/news.ts'
import type { PromoCodeInput } from '#contract/promo-codes.ts'

/** The label of a field, and other headings that people give its column, in English and German. */
export type FieldWords = { label: string; also: readonly string[] }

const words = (label: string, ...also: string[]): FieldWords => ({ label, also })

const description = words(
  'Description',
  'Synopsis',
  'Plot',
  'Summary',
  'Text',
  'Body',
  'Content',
  'Beschreibung',
  'Inhalt',
  'Inhaltsangabe',
  'Kurzinhalt',
  'Handlung',
)
const picture = ['Image', 'Picture', 'Photo', 'Bild', 'Foto', 'Bilddatei']
const days = {
  showFrom: words('Show from', 'Visible from', 'From', 'Start', 'Start date', 'Release', 'Release date', 'Kinostart', 'Ab', 'Anzeigen ab'),
  showUntil: words('Show until', 'Visible until', 'Until', 'End', 'End date', 'Bis', 'Anzeigen bis'),
}

/** The fields of each collection that has an import. */
export const fieldWords = {
  movies: {
    title: words('Title', 'Film', 'Movie', 'Film title', 'Movie title', 'Name', 'Titel', 'Filmtitel'),
    genre: words('Genre', 'Category', 'Kategorie'),
    image: words('Cover image', 'Cover', 'Poster', 'Poster file', 'Plakat', 'Filmplakat', ...picture),
    description,
    trailerUrl: words('Trailer URL', 'Trailer', 'Trailer link', 'YouTube', 'Video', 'Link'),
    ...days,
  } satisfies Record<keyof MovieInput, FieldWords>,
  menus: {
    name: words('Item name', 'Name', 'Item', 'Menu item', 'Title', 'Product', 'Titel', 'Artikel', 'Produkt', 'Speise', 'Bezeichnung'),
    image: words('Image', ...picture),
    description,
    ...days,
  } satisfies Record<keyof MenuItemInput, FieldWords>,
  branches: {
    name: words('Branch name', 'Name', 'Branch', 'Cinema', 'Location', 'Kino', 'Filiale', 'Standort'),
    address: words('Address', 'Street', 'Adresse', 'Anschrift', 'Straße'),
    googleMapsUrl: words('Google Maps URL', 'Google Maps', 'Maps', 'Map', 'Map link', 'Karte', 'Link'),
    images: words('Images', 'Pictures', 'Photos', 'Bilder', 'Fotos', ...picture),
  } satisfies Record<Exclude<keyof BranchInput, 'renameBookings'>, FieldWords>,
  news: {
    title: words('News title', 'Title', 'Headline', 'Name', 'Titel', 'Überschrift', 'Schlagzeile'),
    image: words('Image', 'Cover', ...picture),
    date: words('Publication date', 'Date', 'Published', 'Day', 'Datum', 'Erscheinungsdatum', 'Veröffentlicht'),
    description: words('Description', 'News', 'Article', 'Nachricht', 'Artikel', ...description.also),
    gallery: words('Gallery', 'Images', 'Pictures', 'Photos', 'Galerie', 'Bilder', 'Fotos'),
  } satisfies Record<keyof NewsInput, FieldWords>,
  promoCodes: {
    code: words('Promo code', 'Code', 'Voucher', 'Coupon', 'Gutschein', 'Gutscheincode', 'Aktionscode'),
    percentage: words('Percentage', 'Discount', 'Percent', '%', 'Rabatt', 'Prozent', 'Nachlass'),
    firstDay: words('First day', 'Valid from', 'From', 'Start', 'Start date', 'Gültig ab', 'Ab', 'Von'),
    lastDay: words('Last day', 'Valid until', 'Until', 'To', 'End', 'End date', 'Expires', 'Gültig bis', 'Bis', 'Ablauf'),
    weekdays: words('Weekdays', 'Days', 'Wochentage', 'Tage'),
    branches: words('Branches', 'Cinemas', 'Kinos', 'Filialen', 'Standorte'),
    mostUses: words('Usage limit', 'Limit', 'Uses', 'Most uses', 'Max uses', 'Anzahl', 'Höchstens'),
    paused: words('Paused', 'Pausiert', 'Inaktiv'),
  } satisfies Record<keyof PromoCodeInput, FieldWords>,
} satisfies Record<keyof typeof imports, unknown>
