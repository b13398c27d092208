/** Tells what is being done: one line that rewrites itself in a terminal, a line each elsewhere. */
export function progress(out: NodeJS.WriteStream = process.stdout): { tell: (line: string) => void; end: () => void } {
  return {
    tell: (line) => void out.write(out.isTTY ? `\r\x1b[K${line}…` : `${line}…\n`),
    end: () => void (out.isTTY && out.write('\r\x1b[K')),
  }
}
