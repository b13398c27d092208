/**
 * How whoever runs the machine calls one of our commands: `npm run users -- sessions NAME` in a checkout, and by the path of the launcher,
 * which tells it (`MOVIEBOX`), where an archive was unpacked.
 */
export function commandHint(command: string, words = ''): string {
  const { MOVIEBOX: launcher } = process.env
  if (launcher !== undefined) return [launcher, command, words].filter(Boolean).join(' ')
  const script = command === 'start' ? 'npm start' : `npm run ${command}`
  return words === '' ? script : `${script} -- ${words}`
}
