import { kilobytes, routesOf, scriptsOf } from './checks/bundle.ts'

const signIn = ['index.html', 'app']
const before = scriptsOf(...signIn, 'lists', 'movies/MovieList.tsx')
console.log(kilobytes(scriptsOf(...signIn)), kilobytes(before))
console.log(
  [...routesOf(), 'editors']
    .map((route) => [route, kilobytes(new Set([...scriptsOf(route)].filter((file) => !before.has(file))))] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6),
)
