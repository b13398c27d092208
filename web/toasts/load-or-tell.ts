import { notify } from './notices.ts'

/** Loads the code of a dialog and passes it to `show`. A failure is reported in a notice, which offers another try. */
export async function loadOrTell<Code>(load: () => Promise<Code>, show: (code: Code) => unknown, failed: string): Promise<void> {
  try {
    await show(await load())
  } catch (error) {
    console.error(failed, error)
    notify({ text: failed, failed: true, action: { label: 'Try again', run: () => void loadOrTell(load, show, failed) } })
  }
}
