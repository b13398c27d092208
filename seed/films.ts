import { caligari } from './drawing/posters/caligari.ts'
import { faust } from './drawing/posters/faust.ts'
import { general } from './drawing/posters/general.ts'
import { goldRush } from './drawing/posters/gold-rush.ts'
import { golem } from './drawing/posters/golem.ts'
import { haexan } from './drawing/posters/haexan.ts'
import { hunchback } from './drawing/posters/hunchback.ts'
import { joanOfArc } from './drawing/posters/joan-of-arc.ts'
import { lostWorld } from './drawing/posters/lost-world.ts'
import { manWithAMovieCamera } from './drawing/posters/man-with-a-movie-camera.ts'
import { metropolis } from './drawing/posters/metropolis.ts'
import { nosferatu } from './drawing/posters/nosferatu.ts'
import { pandorasBox } from './drawing/posters/pandoras-box.ts'
import { phantomOfTheOpera } from './drawing/posters/phantom-of-the-opera.ts'
import { potemkin } from './drawing/posters/potemkin.ts'
import { princeAchmed } from './drawing/posters/prince-achmed.ts'
import { safetyLast } from './drawing/posters/safety-last.ts'
import { sherlockJr } from './drawing/posters/sherlock-jr.ts'
import { sunrise } from './drawing/posters/sunrise.ts'
import { tripToTheMoon } from './drawing/posters/trip-to-the-moon.ts'

const player = (video: string) => `https://www.youtube.com/embed/${video}`

/** Films that are in the public domain in the United States: all were released before 1931. */
export const films = [
  {
    title: 'Nosferatu',
    genre: 'Horror',
    poster: nosferatu,
    trailerUrl: player('FC6jFoYm3xs'),
    description:
      'A young clerk rides into the Carpathians to sell a house, and the buyer turns out to sleep in a coffin full of earth. Count Orlok takes ship for the quiet harbour of Wisborg, and wherever he lands the rats and the plague land with him. Murnau filmed real mountains, real alleys and one long shadow on a staircase that nobody has forgotten in a hundred years.',
  },
  {
    title: 'Metropolis',
    genre: 'Science fiction',
    poster: metropolis,
    trailerUrl: player('ZSExdX0tds4'),
    description:
      'In the towers they run races and dance; far below, ten-hour shifts feed the machines that keep the towers lit. The son of the city’s master goes down to look, and an inventor gives a robot the face of the woman the workers trust. Lang built a whole future out of mirrors, models and thousands of extras, and every city on film since has been one of its suburbs.',
  },
  {
    title: 'The General',
    genre: 'Comedy',
    poster: general,
    trailerUrl: player('AKdVNKr_gLo'),
    description:
      'Johnnie Gray has two loves, and one of them is a locomotive. When spies steal it with the other one on board, he chases both through the front line on foot, by handcar and on a borrowed engine, without once changing his expression. Then he turns round and does the whole journey backwards.',
  },
  {
    title: 'The Cabinet of Dr. Caligari',
    genre: 'Horror',
    poster: caligari,
    trailerUrl: player('IP0KB2XC29o'),
    description:
      'At the fair of Holstenwall a showman opens an upright box, and the sleeper inside answers questions about the future. By morning his answers have come true. The streets lean, the windows squint, the shadows are painted on the floor, and by the last scene it is no longer certain whose nightmare this was.',
  },
  {
    title: 'Sherlock Jr.',
    genre: 'Comedy',
    poster: sherlockJr,
    trailerUrl: player('lWnWYBdHJaw'),
    description:
      'A cinema projectionist with a detective’s handbook is framed for stealing a watch. He falls asleep beside his machine, walks down the aisle and climbs into the picture, where the scenery keeps changing under his feet. Forty-five minutes, not one of them idle, and a pool game that still gets applause.',
  },
  {
    title: 'A Trip to the Moon',
    genre: 'Fantasy',
    poster: tripToTheMoon,
    trailerUrl: player('_FrdVdKlxUk'),
    description:
      'Six astronomers in pointed hats are loaded into a shell, fired from a cannon, and hit the Moon in the eye. They meet snow, giant mushrooms and people who go up in smoke at the tap of an umbrella. Méliès painted it, built it, starred in it and invented half of cinema on the way; it takes a quarter of an hour.',
  },
  {
    title: 'Battleship Potemkin',
    genre: 'Drama',
    poster: potemkin,
    trailerUrl: player('cGW0FNPJhvY'),
    description:
      'There are maggots in the meat, and the ship’s doctor says they can be washed off. The crew refuse the soup, a tarpaulin is thrown over the ones who are to be shot, and nobody fires. What follows on the steps of Odessa takes six minutes and has been studied, quoted and parodied ever since.',
  },
  {
    title: 'Safety Last!',
    genre: 'Comedy',
    poster: safetyLast,
    trailerUrl: player('gXEkX9oJFpw'),
    description:
      'Harold writes home that he runs the department store; in truth he sells ribbon there. When his sweetheart comes to visit he needs a thousand dollars by two o’clock, and a publicity stunt is short of a man to climb the building. Twelve floors, pigeons, a tennis net, a mouse, and at last the hand of a clock.',
  },
  {
    title: 'The Phantom of the Opera',
    genre: 'Horror',
    poster: phantomOfTheOpera,
    trailerUrl: player('b4cqLlJ7t4M'),
    description:
      'Somebody under the Paris Opera teaches a young singer through the wall of her dressing room, and chandeliers fall on those who stand in her way. Five cellars down, across a black lake, she is asked for one thing only: never to touch the mask. Lon Chaney made the face himself, and people fainted at it.',
  },
  {
    title: 'The Gold Rush',
    genre: 'Adventure',
    poster: goldRush,
    trailerUrl: player('Hw7KgANHOuA'),
    description:
      'A lone prospector comes over the pass in a bowler hat, with a bear behind him. He is snowed in with a hungry giant who begins to see a chicken where he stands; they share a boiled boot, laces and all. There is gold at the end of it, and a New Year’s dinner for guests who don’t come, which is the saddest dance two bread rolls ever did.',
  },
  {
    title: 'Sunrise',
    genre: 'Romance',
    poster: sunrise,
    trailerUrl: player('9Ru9uIE1KMc'),
    description:
      'A woman from the city tells a farmer that it could be made to look like an accident. He rows his wife out on the lake, and cannot do it. The rest is one day in town, a photograph, a runaway pig, a storm, and a marriage that begins again under the gaslights.',
  },
  {
    title: 'Häxan',
    genre: 'Documentary',
    poster: haexan,
    trailerUrl: player('exukLdxugy8'),
    description:
      'A lecture in seven chapters on witches, and on the people who needed them to exist. It starts with woodcuts and a pointing stick, and before long there are broomsticks over the roofs, a feast in the forest and the director himself as the devil. Then it turns to the judges, and stops being funny.',
  },
  {
    title: 'The Passion of Joan of Arc',
    genre: 'Drama',
    poster: joanOfArc,
    trailerUrl: player('EGRrNYI3I5s'),
    description:
      'A girl of nineteen sits before a row of old men who want one word from her. Dreyer took it from the record of the trial and filmed it almost entirely in faces, without make-up, from very near. Renée Falconetti hardly ever acted in a film again; nobody who has seen this one wonders why.',
  },
  {
    title: 'Faust',
    genre: 'Fantasy',
    poster: faust,
    trailerUrl: player('5pQ8mcAbdE0'),
    description:
      'The devil bets an archangel that he can have the soul of one honest man, and spreads his cloak over a town until the plague comes out of it. The old doctor signs for a single day, to heal the sick. Nobody ever stops at a single day.',
  },
  {
    title: 'The Golem',
    genre: 'Horror',
    poster: golem,
    trailerUrl: player('JKIF4ELCMA8'),
    description:
      'The stars over Prague announce a disaster, so Rabbi Loew kneads a giant of clay to stand guard over the ghetto. With the right word in the star on its chest it chops wood and carries water; with the wrong orders it sets fire to the roofs. In the end it takes a small girl with an apple to stop it.',
  },
  {
    title: 'The Adventures of Prince Achmed',
    genre: 'Animation',
    poster: princeAchmed,
    trailerUrl: player('25SP4ftxklg'),
    description:
      'A sorcerer brings a flying horse to the caliph’s birthday, and the prince who tries it doesn’t know how to come down. Lotte Reiniger cut every figure, feather and demon out of black card with a pair of scissors, and moved them a hair at a time for three years. It is the oldest animated feature that has survived, and still the most elegant.',
  },
  {
    title: 'Man with a Movie Camera',
    genre: 'Documentary',
    poster: manWithAMovieCamera,
    trailerUrl: player('cGYZ5847FiI'),
    description:
      'A city wakes, works, gets married, swims and goes to the pictures, and a man with a tripod films it from bridges, chimneys and the middle of the tramlines. No actors, no story, no titles. Vertov uses every trick that editing has and makes up the ones that are missing.',
  },
  {
    title: 'Pandora’s Box',
    genre: 'Drama',
    poster: pandorasBox,
    trailerUrl: player('UF5NHrWfVRw'),
    description:
      'Lulu likes everybody and means no harm, and wherever she laughs somebody is ruined. From a Berlin revue to a gambling ship to a foggy Christmas in London, she goes down with her fringe in perfect order. Louise Brooks does nothing, and one cannot look anywhere else.',
  },
  {
    title: 'The Lost World',
    genre: 'Adventure',
    poster: lostWorld,
    trailerUrl: player('dcXVFdhXQkI'),
    description:
      'Professor Challenger says there are dinosaurs on a plateau up the Amazon, and the papers laugh. So he goes back with a hunter, a reporter and a young woman looking for her father, and brings one home to London, where it gets loose on Tower Bridge. Willis O’Brien moved the beasts by hand, one picture at a time, eight years before King Kong.',
  },
  {
    title: 'The Hunchback of Notre Dame',
    genre: 'Drama',
    poster: hunchback,
    trailerUrl: player('TTHJF3kMoYQ'),
    description:
      'Deaf from his own bells and hooted at in the square below, Quasimodo is given water by one person only. When they come to hang her, he swings down from the cathedral on a rope and carries her up among the gargoyles. They built the whole front of Notre Dame for it, and Chaney climbs it like a ladder.',
  },
]
