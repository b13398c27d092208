import { news } from '#contract/news.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const newsApi = resource('news', news, failures('news', 'news'))
