/** The header of a request that a program makes without user activity. Such a request doesn't extend the session. */
export const unattended = 'x-unattended'
