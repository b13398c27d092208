/**
 * Ignores errors of stdout and stderr; imported by every program. The reader of the output may be gone (`| head`, a log collector that ended),
 * or the log's disk may be full. The program must continue without its output.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
