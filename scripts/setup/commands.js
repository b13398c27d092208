/**
 * What whoever runs the machine may ask for besides the server: `npm run <name>` in a checkout, `moviebox <name>` where an archive was
 * unpacked. Each is a file of the sources and the words that come first. @type {Record<string, string[]>}
 */
export const commands = {
  backup: ['server/commands/backup.ts', 'backup'],
  restore: ['server/commands/backup.ts', 'restore'],
  verify: ['server/commands/verify.ts'],
  media: ['server/commands/media.ts'],
  users: ['server/commands/users.ts'],
}
