import { passwordLength } from '#contract/users.ts'
import { commonPasswords } from './common-passwords.ts'

export type PasswordWarningProps = { password: string; username: string }

/** The warning as a component, which is loaded apart. */
export const PasswordWarning = ({ password, username }: PasswordWarningProps) => passwordWarning(password, username)

/** Why a password that is long enough would be guessed early, in a sentence; `undefined` where nothing is known against it. */
export function passwordWarning(password: string, username: string): string | undefined {
  const typed = password.normalize('NFKC').toLowerCase()
  if (typed.length < passwordLength.least) return undefined
  const forms = [typed, bare(typed), bare(readAsLetters(typed)), readAsLetters(typed)]
  const name = bare(username.normalize('NFKC').trim().toLowerCase())
  const isLittleMoreThan = (word: string) => forms.some((form) => form.includes(word) && form.replaceAll(word, '').length < 3)
  if (name.length > 2 && isLittleMoreThan(name)) return 'This password is easy to guess because it is similar to the username.'
  if (['moviebox', 'movie box', 'movie-box', 'movie_box'].some(isLittleMoreThan)) {
    return 'This password is easy to guess because it is similar to the product name.'
  }
  if (isPattern(typed) || forms.some((form) => commonPasswords.has(form))) {
    return 'This password is common and easy to guess.'
  }
  return undefined
}

/** Without the digits and signs at both ends: 'Summer2026!' is no better than 'summer'. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const readAsLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)
const letters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/** Few characters again and again, or a walk along the digits, the alphabet or a row of keys, there or back. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+.?$/u.test(text)) return true
  const walks = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv']
  return walks.some((walk) =>
    [walk, [...walk].reverse().join('')].some((row) => row.includes(text.slice(0, row.length)) && text.length <= row.length + 2),
  )
}
