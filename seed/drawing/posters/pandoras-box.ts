import { circle, each, ellipse, linear, mirrored, path, rays, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A black bob, a red mouth, a box that should have stayed shut. */
export const pandorasBox = poster(
  'pandoras-box.jpg',
  { lines: ['Pandora’s Box'], year: 'MCMXXIX', colour: '#fff2e4' },
  `<defs>${linear('wall', ['#0f6b5c', '#0a4a45', '#062a2b'])}${linear('skin', ['#fff6ec', '#f6dcc8'], [0, 0, 1, 1])}${linear('dusk', [
    ['#041b1c', 0],
    ['#041b1c', 0.97],
  ])}${linear('gold', ['#f9dc8d', '#c48d32'])}</defs>
  ${rect(0, 0, 1000, 1500, 'url(#wall)')}${each(7, (fan) => circle(500, 620, 640 - fan * 62, 'none', `stroke="#e9c46a" stroke-width="${fan === 6 ? 9 : 4}" opacity="${0.28 + fan * 0.09}"`))}${rays([500, 620], 260, 16, '#0f6b5c')}
  ${path('M440 900H560L576 1080C680 1100 800 1140 860 1500H140C200 1140 320 1100 424 1080Z', 'url(#skin)')}${path('M440 900H560L566 980C540 1010 470 1010 434 980Z', '#e3bda4')}
  ${path('M330 560C330 420 400 330 500 330C600 330 670 420 670 560C670 760 600 900 500 950C400 900 330 760 330 560Z', 'url(#skin)')}
  ${path('M500 232C340 232 240 350 240 540C240 680 262 790 300 860C330 840 396 800 420 790C372 740 352 660 356 590C400 570 440 566 500 566C560 566 600 570 644 590C648 660 628 740 580 790C604 800 670 840 700 860C738 790 760 680 760 540C760 350 660 232 500 232Z', '#0c0a0d')}
  ${path('M330 360C370 290 440 262 500 262', 'none', 'stroke="#4d5a66" stroke-width="9" stroke-linecap="round" opacity=".8"')}${path('M300 420C286 470 280 520 284 580', 'none', 'stroke="#4d5a66" stroke-width="7" stroke-linecap="round" opacity=".6"')}
  ${mirrored(500, path('M384 652C404 622 452 622 474 654C450 672 408 672 384 652Z', '#0c0a0d') + circle(430, 648, 12, '#fff6ec') + path('M374 652L352 640', 'none', 'stroke="#0c0a0d" stroke-width="8" stroke-linecap="round"') + path('M378 602Q430 576 474 604', 'none', 'stroke="#0c0a0d" stroke-width="8" stroke-linecap="round"') + ellipse(398, 740, 34, 20, '#eb8f86', 'opacity=".35"'))}
  ${path('M492 680C488 720 478 744 482 758C490 768 510 768 518 758', 'none', 'stroke="#d9a98d" stroke-width="7" stroke-linecap="round"')}${path('M440 830C462 806 488 806 500 818C512 806 538 806 560 830C536 868 464 868 440 830Z', '#c2142c')}${path('M440 830C480 838 520 838 560 830', 'none', 'stroke="#6d0617" stroke-width="6"')}
  ${each(13, (bead) => circle(500 + (bead - 6) * 31, 1082 + 78 - (bead - 6) * (bead - 6) * 2.6, 13, '#fffaf2'))}
  ${rect(0, 1060, 1000, 440, 'url(#dusk)')}`,
)
