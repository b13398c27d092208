/**
 * What whoever runs the machine may ask for besides the server: `npm run <name>` in a checkout, `moviebox <name>` where an archive was
 * unpacked. Each is a file of the sources and the words that come first. @type {Record<string, string[]>}
 */
export const commands = {
  backup: ['server/backup/cli.ts', 'backup'],
  restore: ['server/backup/cli.ts', 'restore'],
  verify: ['server/startup/verify.ts'],
  media: ['server/images/cli.ts'],
  users: ['server/users/cli.ts'],
}
