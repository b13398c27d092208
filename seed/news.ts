import { dayFromToday } from './days.ts'
import { auditorium, projectionRoom } from './drawing/interiors.ts'
import { balloons, horrorNight, laurels, openAir, organ, piano, solarRoof, subtitles, voucher, winterMug } from './drawing/scenes.ts'
import { circle, polygon, rect } from './drawing/svg.ts'

const robot =
  rect(0, 0, 760, 330, '#2a1a0a') +
  circle(380, 150, 90, '#e9c46a') +
  rect(340, 130, 26, 12, '#2a1a0a') +
  rect(394, 130, 26, 12, '#2a1a0a') +
  polygon(
    [
      [250, 330],
      [310, 240],
      [450, 240],
      [510, 330],
    ],
    '#e9c46a',
  )
const newSeats = auditorium('old-town-new-seats.jpg', ['#16344a', '#2f6f8f', '#f7e9c4'], robot)
const reels = projectionRoom('metropolis-in-35-mm.jpg', ['#5a3a1c', '#a08a6a', '#ffcf5a'])

/** The news around today, the newest first. `gallery` names further pictures, of the branches, films and menu among them. */
export function news(now: Date) {
  const items = [
    {
      in: 6,
      title: 'Silent Film Week: ten days, one piano',
      picture: laurels,
      gallery: ['nosferatu.jpg', 'sunrise.jpg', 'safety-last.jpg', 'the-general.jpg', 'metropolis.jpg'],
      text: [
        'From the second Friday on, all six houses show nothing but films without a word in them: twenty titles, forty-one screenings, and at every one of them somebody at the piano.',
        'We open with Sunrise at Harbour and close with The General at Station Square, where the trains outside come in on cue.',
        'The week ticket is at the counters from today. FILMWEEK25 takes a quarter off single seats once the week has begun.',
      ],
    },
    {
      in: 2,
      title: 'Hot chocolate is back',
      picture: winterMug,
      gallery: ['hot-chocolate.jpg', 'brownie.jpg', 'tea.jpg'],
      text: [
        'The winter menu starts on Sunday: real chocolate melted into milk, brownies from the oven, and tea by the pot.',
        'Bring your own cup and the marshmallows are on us.',
      ],
    },
    {
      in: 0,
      title: 'The organ at Harbour plays again',
      picture: organ,
      gallery: ['harbour-front.jpg', 'harbour-screen-one.jpg', 'harbour-projection-room.jpg', 'the-phantom-of-the-opera.jpg'],
      text: [
        'It had been silent since the winter of 1971. For two years the pipes lay in numbered crates in the foyer, and many of you have stepped over them with popcorn in both hands.',
        'Tonight it accompanies The Phantom of the Opera for the first time, with all 612 pipes and a thunder machine that the builders had forgotten to mention.',
        'If you can’t come tonight: from now on it plays before the main feature every Friday.',
      ],
    },
    {
      in: -2,
      title: 'Two seats in an envelope',
      picture: voucher,
      gallery: [],
      text: [
        'Gift vouchers are at every counter now: two seats, any film, any house, valid for three years.',
        'The bow is included. The popcorn isn’t.',
      ],
    },
    {
      in: -4,
      title: 'Metropolis in 35 mm, one evening only',
      picture: reels,
      gallery: ['metropolis.jpg', 'harbour-projection-room.jpg'],
      text: [
        'Eight reels, two projectors and one changeover every nineteen minutes: Station Square shows the long version from film.',
        'Our projectionist Moira Tulloch will open the door of her room after the screening and show how it is done. Please don’t touch the lamp.',
      ],
    },
    {
      in: -7,
      title: 'Tuesdays with subtitles, in every house',
      picture: subtitles,
      gallery: [],
      text: [
        'Two houses tried it in spring, and the seats were full. From this week every evening screening on a Tuesday has subtitles, for those who hear little and for those who mumble along.',
        'The hearing loop works at all six branches. Ask at the counter for a receiver; it costs nothing.',
      ],
    },
    {
      in: -10,
      title: 'New seats at Old Town',
      picture: newSeats,
      gallery: ['old-town-front.jpg', 'old-town-screen.jpg', 'old-town-foyer.jpg'],
      text: [
        'The old ones were from 1958 and had opinions. The new ones are blue, five centimetres wider, and there is finally somewhere to put a cup.',
        'Eleven of the old seats can be had for a donation to the lifeboats. Bring a friend, they are heavy.',
      ],
    },
    {
      in: -13,
      title: 'A night of horror, until the milk comes',
      picture: horrorNight,
      gallery: ['nosferatu.jpg', 'the-cabinet-of-dr-caligari.jpg', 'haexan.jpg', 'faust.jpg', 'the-golem.jpg'],
      text: [
        'Five films from dusk till breakfast at Stockbridge: Nosferatu, Caligari, The Golem, Faust and, for whoever is still awake, Häxan.',
        'Coffee is free after three in the morning. Costumes are welcome; capes must be kept out of the aisle.',
      ],
    },
    {
      in: -18,
      title: 'Saturday matinee: four pounds, any age',
      picture: balloons,
      gallery: ['sherlock-jr.jpg', 'a-trip-to-the-moon.jpg', 'popcorn-salted.jpg'],
      text: [
        'Every Saturday at eleven, at Meadows and Promenade: an hour of short films, the house lights left a little on, and nobody minds who talks.',
        'Prams park in the foyer. Grown-ups get in for the same four pounds.',
      ],
    },
    {
      in: -24,
      title: 'Who plays at our silent evenings',
      picture: piano,
      gallery: ['the-general.jpg', 'pandoras-box.jpg'],
      text: [
        'Eleven musicians take turns, and none of them plays from a score. Ailsa Kerr watches a film once beforehand, on her own, and writes down nothing but the names.',
        'Until the end of the month there is a plate with her biscuits on the piano. Please take one.',
      ],
    },
    {
      in: -31,
      title: 'The roof of Station Square makes its own light',
      picture: solarRoof,
      gallery: ['station-square-front.jpg'],
      text: [
        'A hundred and sixty panels went up in September. On a bright day they run both projectors, the popcorn machine and the sign, and there is some left for the trains.',
        'The meter hangs in the foyer. So far it has saved as much as nine thousand screenings of A Trip to the Moon would use.',
      ],
    },
    {
      in: -45,
      title: 'Thank you for the summer in the Meadows',
      picture: openAir,
      gallery: ['meadows-front.jpg', 'meadows-foyer.jpg', 'the-adventures-of-prince-achmed.jpg'],
      text: [
        'Fourteen evenings under the sky, three of them dry. You came with blankets, umbrellas and once with a goat.',
        'Prince Achmed had the biggest crowd: 1,204 people, and not one telephone in sight when the horse took off.',
        'The screen is packed away. It comes back in June.',
      ],
    },
  ]
  return items.map(({ in: offset, text, ...item }) => ({ ...item, date: dayFromToday(offset, now), description: text.join('\n') }))
}
