import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webAddress } from './fields.ts'
import { isMapEmbed, mapLink } from './maps.ts'
import { addressIn } from './pasted-address.ts'
import { embedAddress, playerAddress } from './trailers.ts'

const vimeoCode =
  '<div><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;autopause=0" frameborder="0"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>'
const code = '<iframe width="560" height="315" src="https://www.youtube.com/embed/PqZeFBbDHhs?si=abc" allowfullscreen></iframe>'
const youTube = 'https://www.youtube.com/embed/PqZeFBbDHhs?si=abc'
const map = 'https://maps.app.goo.gl/FP3EV7tTUKYbmcVp7'

describe('the address in what was pasted is taken', () => {
  for (const [typed, address] of [
    [code, youTube],
    [`Trailer: ${code} (official)`, youTube],
    [code.replaceAll('<', '&lt;').replaceAll('>', '&gt;'), youTube],
    [code.replaceAll('"', "'"), youTube],
    [code.replaceAll('"', '”'), youTube],
    [code.replaceAll(' ', '\n'), youTube],
    [code.replaceAll(' ', ''), youTube],
    ['<iframe data-src="//www.youtube.com/embed/PqZeFBbDHhs">', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    [
      '<iframe data-src="//player.vimeo.com/video/76979871?h=8272103f6e&amp;title=0">',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&title=0',
    ],
    [vimeoCode, 'https://player.vimeo.com/video/76979871?badge=0&autopause=0'],
    [
      '<iframe src="https://www.google.com/maps/embed?pb=..." width="600" height="450"></iframe>',
      'https://www.google.com/maps/embed?pb=...',
    ],
    [`Gartenbaukino ${map}`, map],
    [`${map} Gartenbaukino`, map],
    [`Gartenbaukino (${map}).`, map],
    [`Gartenbaukino\n${map}\nParkring 12`, map],
    [`<a href="${map}">map</a>`, map],
    [`[map](${map})`, map],
    ['Trailer: youtu.be/PqZeFBbDHhs, 2 min.', 'https://youtu.be/PqZeFBbDHhs'],
    ['see https://en.wikipedia.org/wiki/Faust_(film).', 'https://en.wikipedia.org/wiki/Faust_(film)'],
    ['<iframe src="about:blank" data-src="https://www.youtube.com/embed/PqZeFBbDHhs">', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    ['<iframe src="" data-cmp-src="https://www.youtube.com/embed/PqZeFBbDHhs">', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    [
      '<iframe data-cmplz-target="src" data-src-cmplz="https://www.youtube.com/embed/PqZeFBbDHhs" src="about:blank">',
      'https://www.youtube.com/embed/PqZeFBbDHhs',
    ],
    ['<object data="https://www.youtube.com/v/PqZeFBbDHhs"></object>', 'https://www.youtube.com/v/PqZeFBbDHhs'],
    ['<iframe src="https:\\/\\/www.youtube.com\\/embed\\/PqZeFBbDHhs">', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    [
      '<iframe src=\\"https:\\/\\/www.youtube.com\\/embed\\/PqZeFBbDHhs\\" width=\\"560\\"><\\/iframe>',
      'https://www.youtube.com/embed/PqZeFBbDHhs',
    ],
    [
      '\\u003ciframe src=\\u0022https:\\/\\/www.youtube.com\\/embed\\/PqZeFBbDHhs\\u0022\\u003e',
      'https://www.youtube.com/embed/PqZeFBbDHhs',
    ],
    ['"embedUrl":"https:\\/\\/www.youtube.com\\/embed\\/PqZeFBbDHhs"', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    ['https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DPqZeFBbDHhs', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['<lite-youtube videoid="PqZeFBbDHhs"></lite-youtube>', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    [
      `<lite-youtube style="background-image: url('https://i.ytimg.com/vi/PqZeFBbDHhs/hqdefault.jpg');" videoid='PqZeFBbDHhs' params="controls=0&amp;start=90">`,
      'https://www.youtube.com/watch?v=PqZeFBbDHhs&t=90',
    ],
    ['&lt;lite-youtube videoid=&quot;PqZeFBbDHhs&quot;&gt;', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['<amp-youtube data-videoid="PqZeFBbDHhs" layout="responsive">', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['<lite-vimeo videoid="76979871">', 'https://vimeo.com/76979871'],
    [`https://urldefense.com/v3/__${map}__;!!K-Hz7m0Vt54!iVq0$`, map],
    ['[embed]https://youtu.be/PqZeFBbDHhs[/embed]', 'https://youtu.be/PqZeFBbDHhs'],
    ['[embed width="560"]https://youtu.be/PqZeFBbDHhs[/embed]', 'https://youtu.be/PqZeFBbDHhs'],
    ['[embed]youtu.be/PqZeFBbDHhs[/embed]', 'https://youtu.be/PqZeFBbDHhs'],
    ['[url=https://youtu.be/PqZeFBbDHhs]Trailer[/url]', 'https://youtu.be/PqZeFBbDHhs'],
    ['[youtube https://www.youtube.com/watch?v=PqZeFBbDHhs]', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['[https://youtu.be/PqZeFBbDHhs](https://youtu.be/PqZeFBbDHhs)', 'https://youtu.be/PqZeFBbDHhs'],
    ['https://youtu.be/PqZeFBbDHhs”', 'https://youtu.be/PqZeFBbDHhs'],
    ['https://youtu.be/PqZeFBbDHhs"></a>', 'https://youtu.be/PqZeFBbDHhs'],
    ['<iframe src=&quot;https://www.youtube.com/embed/PqZeFBbDHhs&quot;>', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    ['&#60;iframe src=&#34;https&#x3a;//www.youtube.com/embed/PqZeFBbDHhs&#34;&#62;', 'https://www.youtube.com/embed/PqZeFBbDHhs'],
    ['https://www.youtube.com/watch?v= PqZeFBbDHhs', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['https://www.youtube.com/watch? v=PqZeFBbDHhs', 'https://www.youtube.com/watch?v=PqZeFBbDHhs'],
    ['https://youtu.be/ PqZeFBbDHhs', 'https://youtu.be/PqZeFBbDHhs'],
    ['https://vimeo.com/ 76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/ for more', 'https://vimeo.com/'],
    ['https://www.google.com/url?q=https://maps.app.goo.gl/FP3EV7tTUKYbmcVp7&sa=D', 'https://maps.app.goo.gl/FP3EV7tTUKYbmcVp7'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fmaps.app.goo.gl%2FFP3EV7tTUKYbmcVp7&h=AT0', 'https://maps.app.goo.gl/FP3EV7tTUKYbmcVp7'],
    ['https://consent.google.com/ml?continue=https%3A%2F%2Fwww.google.com%2Fmaps%2Fplace%2FX&gl=AT', 'https://www.google.com/maps/place/X'],
    ['https://consent.google.com/ml?continue=javascript:alert(1)', 'https://consent.google.com/ml?continue=javascript:alert(1)'],
    ['https://archive.org/x?u=https://youtu.be/PqZeFBbDHhs', 'https://archive.org/x?u=https://youtu.be/PqZeFBbDHhs'],
    ['film https://example.org/a?filter[genre]=x', 'https://example.org/a?filter[genre]=x'],
    ['https://maps.google.com/?q=foo bar', 'https://maps.google.com/?q=foo%20bar'],
    ['Map: https://maps.google.com/?q=foo bar', 'https://maps.google.com/?q=foo'],
    ['https://www.google.com/maps/place/Foo Bar/@48.2,16.3,17z', 'https://www.google.com/maps/place/Foo%20Bar/@48.2,16.3,17z'],
    ['https://www.google.com/maps/search/?api=1&query=Foo  Bar', 'https://www.google.com/maps/search/?api=1&query=Foo%20Bar'],
  ] as const) {
    test(typed, () => {
      assert.equal(addressIn(typed), address)
      assert.equal(webAddress('Trailer URL', '').parse(typed), address, 'by the server as well')
      assert.equal(addressIn(address), address, 'and stays')
    })
  }
})

test('the player of embed code is found', () => {
  assert.equal(playerAddress(addressIn(code), []), 'https://www.youtube.com/embed/PqZeFBbDHhs')
  assert.equal(playerAddress(addressIn(vimeoCode), []), 'https://player.vimeo.com/video/76979871')
})

test('text without a web address, and what only looks like one, stays and is refused', () => {
  for (const typed of [
    'watch metropolis',
    'trailer-.example/metropolis',
    'javascript:alert(1)',
    'javascript:alert(1)//https://youtu.be/x',
    '<iframe src="javascript:alert(1)">',
    '<script src="x.js"></script>',
    'https://anna@evil.example/x and more',
  ])
    assert.equal(webAddress('Trailer URL', '').safeParse(typed).success, false, typed)
})

describe('the address of an embedded map is told, and View Map opens a map for it', () => {
  const place = { name: 'Gartenbaukino', address: 'Parkring 12, Wien' }
  const asked = (query: string) => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
  for (const [googleMapsUrl, link] of [
    [
      'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2659.5!2d16.3660!3d48.2081!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x476d079b19a6ba9f%3A0x1b7e0a4a7e1e1e1e!2sGartenbaukino!5e0!3m2!1sde!2sat',
      asked('48.2081,16.3660'),
    ],
    ['https://www.google.com/maps/embed?pb=...', asked('Gartenbaukino, Parkring 12, Wien')],
    ['https://www.google.com/maps/embed/v1/place?key=x&q=Gartenbaukino', asked('Gartenbaukino')],
    ['https://maps.google.com/maps?q=kino&output=embed', 'https://maps.google.com/maps?q=kino'],
    ['https://maps.google.co.uk/maps?q=kino&output=embed', 'https://maps.google.co.uk/maps?q=kino'],
    ['https://www.google.com/maps/d/u/0/embed?mid=abc', 'https://www.google.com/maps/d/u/0/viewer?mid=abc'],
  ] as const) {
    test(googleMapsUrl, () => {
      assert.equal(isMapEmbed(googleMapsUrl), true)
      assert.equal(mapLink({ ...place, googleMapsUrl }), link)
      assert.equal(isMapEmbed(link), false)
    })
  }
  for (const googleMapsUrl of [map, 'https://www.google.com/maps/place/x', 'https://evil.example/maps/embed?pb=1', 'x']) {
    test(`${googleMapsUrl} is opened as it is`, () => assert.equal(mapLink({ ...place, googleMapsUrl }), googleMapsUrl))
  }
})

test('no text takes longer than a moment, however long it is', () => {
  const parts = [
    '<iframe ',
    '<iframe src=" ',
    'src ',
    'https://a ',
    'https://',
    ')',
    '(',
    '?q=',
    '/maps/dir/',
    'a.',
    '.',
    '-',
    'a-',
    ' ',
    '&lt;',
    '%2e',
    '/..',
    '[a',
    '[/a]',
    ']',
    '](',
    'v= ',
    'watch? ',
    'src=',
    'a-src',
    '\\/',
    '\\u003c',
  ]
  for (const part of parts)
    for (const before of ['', 'https://maps.google.com/?q=', '<iframe src="', 'x '])
      for (const end of ['', ' x', '&', '">']) {
        const text = before + part.repeat(60_000 / part.length) + end
        for (const size of [1_999, 9_999, 60_000]) {
          const took = shortestOf(3, () => {
            webAddress('Trailer URL', '').safeParse(text.slice(0, size))
            playerAddress(embedAddress(text.slice(0, size)), [])
          })
          assert.ok(took < 20, `${size} of ${before}${part}: ${Math.round(took)} ms`)
        }
      }
})

/** Returns the shortest of `times` runs, in milliseconds. Other programs on the machine can make a single run slower. */
function shortestOf(times: number, work: () => void): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const begun = performance.now()
      work()
      return performance.now() - begun
    }),
  )
}
