import type { ResourceConfig } from '#web/api/resource-config.ts'
import { paths } from '#web/router/paths.ts'
import { ofType } from './of-type.ts'

export const config: ResourceConfig = {
  one: 'promo code',
  many: 'Promo codes',
  at: paths.promoCodes,
  api: '/api/promo-codes',
  asks: (asked) => [ofType(asked)],
  imports: 'promoCodes',
  list: async () => (await import('./PromoCodeList.tsx')).PromoCodeList,
  editor: async () => (await import('./PromoCodeEditor.tsx')).PromoCodeEditor,
}
