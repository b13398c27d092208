// The reader of the output may end early (`| head`). The process continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
