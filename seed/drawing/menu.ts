import { beer, citrus, coffee, glass, heart, marshmallows, softDrink, straw, tea, water, wine } from './drinks.ts'
import { brownie, chocolate, hotDog, nachos, popcorn, pretzel, scoops, sweets } from './food.ts'
import { circle, ellipse, type Picture, rect } from './svg.ts'

/** The pictures of the menu, in its order. */
export const menuPictures: Picture[] = [
  dish('popcorn-salted.jpg', ['#d94f45', '#a8322f'], popcorn(['#fff1bd', '#ffe08a', '#fff8dd'], '#c8202f', 1)),
  dish('popcorn-caramel.jpg', ['#3f7c85', '#2a5a63'], popcorn(['#e9a23b', '#c97a1e', '#f4c46a'], '#7a3b1a', 21)),
  dish('nachos-cheese.jpg', ['#f2a541', '#c97a2b'], nachos('#ffcf3f', '#3f8f4a', 3)),
  dish('nachos-guacamole.jpg', ['#e76f51', '#b64d35'], nachos('#8fb84a', '#c0392b', 9)),
  dish('hot-dog.jpg', ['#f4d35e', '#d9a93f'], hotDog('#b5452c', '#f6c431')),
  dish('veggie-dog.jpg', ['#7fb285', '#558a5d'], hotDog('#c97f4a', '#d8352a')),
  dish('pretzel.jpg', ['#8ecae6', '#5fa3c4'], pretzel),
  dish('brownie.jpg', ['#f6bdc0', '#dc8f96'], brownie),
  dish('cola.jpg', ['#c1121f', '#8a0b16'], softDrink('#7a0c18', '#c1121f')),
  dish('lemonade.jpg', ['#a7d7a0', '#74b06e'], glass('#f9e27a', straw + citrus('#f4c430'))),
  dish('mineral-water.jpg', ['#4c9ed9', '#2f78ad'], water),
  dish('espresso.jpg', ['#d4a373', '#a97848'], coffee('#2b2d42', '#3a1d0d', ellipse(600, 566, 170, 36, '#a86a35'))),
  dish('cappuccino.jpg', ['#e5989b', '#b56b72'], coffee('#c8553d', '#b87b4b', heart)),
  dish('hot-chocolate.jpg', ['#6d597a', '#493b54'], coffee('#e9c46a', '#5a2f1a', marshmallows)),
  dish('tea.jpg', ['#f0ead2', '#cfc29a'], tea),
  dish('ice-cream.jpg', ['#90dbf4', '#5cb3d1'], scoops(['#f7b7c8', '#fff2d0', '#7a4a2c'])),
  dish('chocolate.jpg', ['#ffb4a2', '#e08a76'], chocolate),
  dish('sweets.jpg', ['#b8c0ff', '#8b94de'], sweets),
  dish('beer.jpg', ['#588157', '#3a5a40'], beer),
  dish('red-wine.jpg', ['#cdb4db', '#9f83b3'], wine),
]

/** A still life on a table, in flat colours. */
function dish(name: string, [wall, table]: [wall: string, table: string], art: string): Picture {
  const back = `${rect(0, 0, 1200, 1200, wall)}${circle(600, 560, 430, '#fff', 'opacity=".16"')}${rect(0, 900, 1200, 300, table)}${rect(0, 900, 1200, 10, '#fff', 'opacity=".25"')}`
  return { name, width: 1200, height: 1200, art: `${back}${ellipse(600, 1010, 330, 44, '#000', 'opacity=".2"')}${art}` }
}
