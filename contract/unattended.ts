/** The header of what a program asks for by itself, while nobody is at it: that doesn't prolong a session. */
export const unattended = 'x-unattended'
