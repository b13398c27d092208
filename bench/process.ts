import { type ChildProcess, spawn } from 'node:child_process'

export type Running = { url: string; stop: () => void }

/** Starts a server of the product's own as a process of its own, and answers when it has told its address. */
export function launch(script: string, args: string[] = [], env: Record<string, string> = {}): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const url = /runs at (http:\/\/\S+)/.exec(output)?.[1]
      if (url) resolve({ url, stop: () => void child.kill() })
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}.`)))
  })
}
