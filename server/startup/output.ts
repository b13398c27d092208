/**
 * Imported by whatever starts a process. Whoever read its output may have gone (`| head`, a collector of logs that ended), or the disk
 * of the log is full: what the process is for goes on without.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
