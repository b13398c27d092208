/**
 * What the server needs of `node:http`. An `import` would read everything that the module offers, and with that load Node's whole HTTP client
 * (`WebSocket` is an export that is made when it is read): 50 ms and 5 MB at every start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
