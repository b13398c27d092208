/**
 * The operator's commands apart from the server: `npm run <name>` in a checkout, `moviebox <name>` in an unpacked archive. Each is a source file and
 * its first arguments. @type {Record<string, string[]>}
 */
export const commands = {
  backup: ['server/commands/backup.ts', 'backup'],
  restore: ['server/commands/backup.ts', 'restore'],
  verify: ['server/commands/verify.ts'],
  media: ['server/commands/media.ts'],
  users: ['server/commands/users.ts'],
}
