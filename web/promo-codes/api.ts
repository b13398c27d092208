import { promoCodes } from '#contract/promo-codes.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const promoCodeApi = resource('promoCodes', promoCodes, failures('promo code', 'promo codes'))
