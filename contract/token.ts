/** Whether `text` has the form of a session token: 256 bits in the 43 characters of base64url (RFC 4648, section 5). */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)
