// Whoever read the output may have gone (`| head`): what it told of goes on without.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
