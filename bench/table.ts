/** Prints the head of a table; its rows follow as they are measured. */
export function heading(title: string, columns: string[]): void {
  console.log(`\n${title}\n\n| ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length - 1)}`)
}

export function row(what: string, ...cells: (string | number)[]): void {
  console.log(`| ${[what, ...cells].join(' | ')} |`)
}

export const part = (numbers: number[], of: number) => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * of) - 1] ?? 0
export const median = (numbers: number[]) => part(numbers, 0.5)
export const whole = (number: number) => Math.round(number).toLocaleString('en')
