import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { embedAddress, hostElsewhere, playerAddress } from './trailers.ts'

const player = 'https://www.youtube.com/embed/PqZeFBbDHhs'

describe('a link of a video becomes the address of its player', () => {
  const links: [string, string][] = [
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs', player],
    ['https://youtube.com/watch?feature=shared&v=PqZeFBbDHhs&list=PL123', player],
    ['http://m.youtube.com/watch?v=PqZeFBbDHhs', player],
    ['https://music.youtube.com/watch?v=PqZeFBbDHhs', player],
    ['https://youtu.be/PqZeFBbDHhs', player],
    ['https://youtu.be/PqZeFBbDHhs?si=abcdef', player],
    ['https://www.youtube.com/shorts/PqZeFBbDHhs', player],
    ['https://www.youtube.com/live/PqZeFBbDHhs?feature=share', player],
    ['https://youtu.be/PqZeFBbDHhs?t=90', `${player}?start=90`],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs&t=1h2m3s', `${player}?start=3723`],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs#t=90s', `${player}?start=90`],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/76979871?h=8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/showcase/7654321/video/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/showcase/7654321?video=76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/album/7654321/video/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/groups/123456/videos/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/channels/1234567/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/ondemand/1234567/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e?h=d1b2c3d4e5', 'https://player.vimeo.com/video/76979871?h=d1b2c3d4e5'],
    ['https://vimeo.com/manage/videos/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/76979871:8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/76979871/8272103f6e?share=copy', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://youtu.be/shorts/PqZeFBbDHhs', player],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs?si=abc', player],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs?t=90', `${player}?start=90`],
    ['https://youtu.be/PqZeFBbDHhs&feature=channel', player],
    ['https://youtu.be/PqZeFBbDHhs&t=90', `${player}?start=90`],
    ['https://www.youtube.com/e/PqZeFBbDHhs', player],
    ['https://www.youtube.com/watch/PqZeFBbDHhs?si=abc', player],
    ['https://youtube-nocookie.com/watch?v=PqZeFBbDHhs', player],
    ['https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DPqZeFBbDHhs&gl=NL', player],
    ['https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DPqZeFBbDHhs%26feature%3Dshare', player],
    ['https://www.google.com/url?sa=t&url=https%3A%2F%2Fvimeo.com%2F76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs&h=AT0', player],
    [
      'https://consent.google.com/ml?continue=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fyoutu.be%252FPqZeFBbDHhs',
      player,
    ],
    [
      'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs&locale=en-us&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi',
      player,
    ],
    ['https://teams.microsoft.com/l/entity/2a5/x?webUrl=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DPqZeFBbDHhs&label=Trailer', player],
    ['https://urldefense.com/v3/__https://www.youtube.com/watch?v=PqZeFBbDHhs__;!!K-Hz7m0Vt54!iVq0$', player],
    ['https://urldefense.com/v3/__https:/youtu.be/PqZeFBbDHhs*t=90s__;Iw!!K-Hz7m0Vt54!iVq0$', `${player}?start=90`],
    ['https://urldefense.us/v3/__https://vimeo.com/76979871**At=90s__;IyM!!K-Hz$', 'https://player.vimeo.com/video/76979871'],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__www.youtube.com_watch-3Fv-3DPqZeFBbDHhs&d=DwMFaQ&c=x', player],
    ['https://urldefense.proofpoint.com/v1/url?u=https%3A//youtu.be/PqZeFBbDHhs&k=x', player],
    ['https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fyoutu.be%2fPqZeFBbDHhs&c=E,1', player],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs__%3B!!K!i%24&data=05',
      player,
    ],
    ['https://vimeo.com/76979871#t=90s', 'https://player.vimeo.com/video/76979871#t=90s'],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs&t=2h', `${player}?start=7200`],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs&t=soon', player],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs/', player],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs/?t=90', `${player}?start=90`],
    ['https://www.youtube.com/watch?v=%20PqZeFBbDHhs', player],
    ['https://gaming.youtube.com/watch?v=PqZeFBbDHhs', player],
    ['https://studio.youtube.com/video/PqZeFBbDHhs/edit', player],
    ['https://de.youtube.com/watch?v=PqZeFBbDHhs', player],
    ['https://www.youtube.com/watch_popup?v=PqZeFBbDHhs', player],
    ['https://www.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs&h=AT0', player],
    ['https://lm.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs&h=AT0', player],
    ['https://www.google.com/url?q=https://www.youtube.com/watch?v%3DPqZeFBbDHhs&sa=D', player],
    ['https://www.google.de/url?sa=t&q=film&url=https%3A%2F%2Fvimeo.com%2F76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fyoutu.be%2FPqZeFBbDHhs&data=05', player],
    ['https://vimeo.com/user7654321/review/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/reviews/6a5b2c9e-1b2a/videos/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/m/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/de/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/pt-br/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/settings', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e/settings', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/manage/videos/76979871/privacy', 'https://player.vimeo.com/video/76979871'],
    ['https://www.youtube.com/watch?v=PqZeFBbDHhs&from=https%3A%2F%2Fexample.com%2F..', player],
  ]
  for (const [link, address] of links) test(link, () => assert.equal(embedAddress(link), address))
})

describe('everything else stays exactly as it was typed', () => {
  const addresses = [
    'https://www.youtube.com/embed/PqZeFBbDHhs?start=5&rel=0',
    'https://www.youtube-nocookie.com/embed/PqZeFBbDHhs',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://www.youtube.com/@moviebox',
    'https://www.youtube.com/watch?v=<script>',
    'https://vimeo.com/about',
    'https://vimeo.com/showcase/7654321',
    'https://vimeo.com/event/4567890',
    'https://vimeo.com/channels/1234567',
    'https://vimeo.com/groups/123456',
    'https://vimeo.com/ondemand/1234567',
    'https://vimeo.com/manage/showcases/7654321/info',
    'https://vimeo.com/user7654321',
    'https://www.youtube.com/watch?v=undefined',
    'https://www.youtube.com/watch?v=PqZeFBbDHhsX',
    'https://youtu.be/PqZeFBbDHh',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example%2Fwatch%3Fv%3DPqZeFBbDHhs',
    'https://consent.youtube.com/m?continue=javascript:alert(1)',
    'https://consent.youtube.com/m',
    'https://notyoutube.com/watch?v=PqZeFBbDHhs',
    'https://youtube.com.evil.example/watch?v=PqZeFBbDHhs',
    'https://trailers.example/metropolis',
    'youtube metropolis',
    '',
  ]
  for (const address of addresses) test(address || 'nothing', () => assert.equal(embedAddress(address), address))
})

describe('what goes into a frame is made anew of the provider, the video and the start time', () => {
  const noCookie = 'https://www.youtube-nocookie.com/embed/PqZeFBbDHhs'
  const vimeo = 'https://player.vimeo.com/video/76979871'
  const players: [string, string][] = [
    [player, player],
    ['https://youtube.com/embed/PqZeFBbDHhs', player],
    ['https://youtube-nocookie.com/embed/PqZeFBbDHhs?si=abc', noCookie],
    ['https://player.vimeo.com/video/76979871/8272103f6e', `${vimeo}?h=8272103f6e`],
    ['https://player.vimeo.com/video/76979871?badge=0&autopause=0', vimeo],
    ['http://www.youtube.com/embed/PqZeFBbDHhs', player],
    ['HTTPS://WWW.YouTube.COM/embed/PqZeFBbDHhs', player],
    ['https://www.youtube.com:443/embed/PqZeFBbDHhs/', player],
    [`${player}?start=5`, `${player}?start=5`],
    [`${player}?rel=0&start=5&autoplay=1&enablejsapi=1&origin=https://evil.example&list=PL1`, `${player}?start=5`],
    [`${player}?start=5%26autoplay%3D1`, player],
    [`${player}?start=-5#now`, player],
    [`${player}?START=5`, player],
    [noCookie, noCookie],
    [`${noCookie}?start=62&end=70`, `${noCookie}?start=62`],
    [vimeo, vimeo],
    [`${vimeo}?h=8272103f6e&autoplay=1&loop=1#t=10s`, `${vimeo}?h=8272103f6e#t=10s`],
    [`${vimeo}?h=<script>`, vimeo],
    ['https://youtu.be/PqZeFBbDHhs?t=90&si=abc', `${player}?start=90`],
    ['https://vimeo.com/76979871/8272103f6e', `${vimeo}?h=8272103f6e`],
  ]
  for (const [typed, framed] of players) test(typed, () => assert.equal(playerAddress(typed, []), framed))
})

describe('is only linked to, never framed', () => {
  const addresses = [
    'https://www.youtube.com/@moviebox',
    'https://www.youtube.com/playlist?list=PL123',
    'https://www.youtube.com/embed/videoseries?list=PL123',
    'https://www.youtube.com/embed/live_stream?channel=UC123',
    'https://player.vimeo.com/76979871',
    'https://player.vimeo.com/showcase/7654321?video=76979871',
    'https://www.youtube.com/embed/',
    'https://www.youtube.com/embed/short',
    'https://www.youtube.com/embed/PqZeFBbDHhs/more',
    'https://www.youtube.com/embed/..%2fredirect',
    'https://www.youtube.com/embed/..%2Fwatch/PqZeFBbDHhs',
    'https://www.youtube.com/embed/%2e%2e/redirect',
    'https://www.youtube.com/embed/x/../PqZeFBbDHhs',
    'https://www.youtube.com/embed/./PqZeFBbDHhs',
    'https://www.youtube.com/embed/..%5credirect',
    'https://www.youtube.com/embed\\PqZeFBbDHhs',
    'https://www.youtube.com:8443/embed/PqZeFBbDHhs',
    'https://www.youtube.com:80/embed/PqZeFBbDHhs',
    'https://anna@www.youtube.com/embed/PqZeFBbDHhs',
    'https://www.youtube.com@evil.example/embed/PqZeFBbDHhs',
    'https://www.youtube.com.evil.example/embed/PqZeFBbDHhs',
    'https://www.youtube.com./embed/PqZeFBbDHhs',
    'https://evil.example/#https://www.youtube.com/embed/PqZeFBbDHhs',
    'https://youtube-nocookie.com.evil.example/embed/PqZeFBbDHhs',
    'https://youtu.be:8443/PqZeFBbDHhs',
    'https://www.youtube.com/embed/PqZeFBbDHhs&autoplay=1',
    'https://www.youtube.com/embed/PqZeFBbDHhs<script>',
    'https://www.youtube.com/embed/&PqZeFBbDHhs',
    'https://player.vimeo.com/event/76979871',
    'https://player.vimeo.com/video/abc',
    'https://player.vimeo.com/external/76979871.hd.mp4',
    'https://player.vimeo.com/video/76979871/config',
    'https://player.vimeo.com/video/76979871/8272103f6e/config',
    'https://player.vimeo.com:8443/video/76979871',
    'https://trailers.example/metropolis',
    'javascript:alert(1)//https://www.youtube.com/embed/PqZeFBbDHhs',
    'data:text/html,https://www.youtube.com/embed/PqZeFBbDHhs',
    'ftp://www.youtube.com/embed/PqZeFBbDHhs',
    '//www.youtube.com/embed/PqZeFBbDHhs',
    'nonsense',
    '',
  ]
  for (const address of addresses) test(address || 'nothing', () => assert.equal(playerAddress(address, ['']), undefined))
})

describe('on a host that the chain has added', () => {
  const more = ['trailers.example']
  for (const [typed, framed] of [
    ['https://trailers.example/metropolis', 'https://trailers.example/metropolis'],
    ['https://Trailers.Example/film/7?quality=hd#now', 'https://trailers.example/film/7?quality=hd'],
    ['https://trailers.example/player?film=7%2Fen', 'https://trailers.example/player?film=7%2Fen'],
    ['http://trailers.example/metropolis', undefined],
    ['https://trailers.example:8443/metropolis', undefined],
    ['https://anna:secret@trailers.example/metropolis', undefined],
    ['https://trailers.example/../metropolis', undefined],
    ['https://trailers.example/films/..%2f..%2flogin', undefined],
    ['https://trailers.example/films/%2E%2E/login', undefined],
    ['https://trailers.example/..', undefined],
    ['https://trailers.example\\@evil.example/', undefined],
    ['https://www.trailers.example/metropolis', undefined],
    ['https://trailers.example.evil.example/metropolis', undefined],
  ] as const) {
    test(`${typed} is ${framed ? 'framed' : 'linked to'}`, () => assert.equal(playerAddress(typed, more), framed))
  }
})

describe('a trailer is elsewhere', () => {
  for (const [typed, host] of [
    ['https://www.youtube.com/embed/FC6jFoYm3xs', ''],
    ['https://www.youtube.com/embed/FC6jFoYm3xs?start=5', ''],
    ['https://youtu.be/FC6jFoYm3xs', ''],
    ['https://player.vimeo.com/video/12345', ''],
    ['https://www.youtube.com/embed/videoseries', 'www.youtube.com'],
    ['https://www.youtube.com/embed/live_stream', 'www.youtube.com'],
    ['https://www.youtube.com/embed/short', 'www.youtube.com'],
    ['http://archive.org:81/film', 'http://archive.org:81'],
    ['no address', ''],
  ] as const) {
    test(`${typed}: ${host || 'no'}`, () => assert.equal(hostElsewhere(typed), host))
  }
})
