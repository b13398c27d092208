import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { embedAddress, isPlayer } from './trailers.ts'

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
    'https://notyoutube.com/watch?v=PqZeFBbDHhs',
    'https://youtube.com.evil.example/watch?v=PqZeFBbDHhs',
    'https://trailers.example/metropolis',
    'youtube metropolis',
    '',
  ]
  for (const address of addresses) test(address || 'nothing', () => assert.equal(embedAddress(address), address))
})

describe('what may stand in a frame', () => {
  test('the players of YouTube and Vimeo, over https', () => {
    assert.ok(isPlayer(player, []))
    assert.ok(isPlayer('https://youtube.com/embed/PqZeFBbDHhs', []))
    assert.ok(isPlayer('https://www.youtube-nocookie.com/embed/PqZeFBbDHhs', []))
    assert.ok(isPlayer('https://player.vimeo.com/video/76979871', []))
    assert.equal(isPlayer(player.replace('https', 'http'), []), false)
  })

  test('not their other pages, which refuse it', () => {
    assert.equal(isPlayer('https://www.youtube.com/@moviebox', []), false)
    assert.equal(isPlayer('https://www.youtube.com/watch?v=PqZeFBbDHhs', []), false)
  })

  test('any page of a host that the chain has added, and of no other', () => {
    assert.ok(isPlayer('https://trailers.example/metropolis', ['trailers.example']))
    assert.equal(isPlayer('https://trailers.example/metropolis', []), false)
    assert.equal(isPlayer('https://evil.example/#https://www.youtube.com/embed/x', []), false)
    assert.equal(isPlayer('javascript:alert(1)', ['']), false)
    assert.equal(isPlayer('nonsense', []), false)
  })
})
