import type { KeptAnswers } from '#server/http/kept-answers.ts'
import type { Source } from './metrics.ts'
import { family } from './text.ts'

/** How often an answer was there already, and what those take that are. */
export const keptAnswers =
  (kept: KeptAnswers): Source =>
  () =>
    [
      family('moviebox_kept_answers_total', 'counter', 'Answers that may be kept: found, or made anew.', [
        [{ outcome: 'found' }, kept.served],
        [{ outcome: 'made' }, kept.made],
      ]),
      family('moviebox_kept_answers_bytes', 'gauge', 'What kept answers take.', [[{}, kept.weight]]),
    ].join('\n')
