/**
 * Returns how an operator runs one of our commands. In a checkout that is `npm run users -- sessions NAME`. In an unpacked archive it is the path of
 * the launcher, which the launcher passes on in `MOVIEBOX`.
 */
export function commandHint(command: string, words = ''): string {
  const { MOVIEBOX: launcher } = process.env
  if (launcher !== undefined) return [launcher, command, words].filter(Boolean).join(' ')
  const script = command === 'start' ? 'npm start' : `npm run ${command}`
  return words === '' ? script : `${script} -- ${words}`
}
