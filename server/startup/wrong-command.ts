/** A command that can't be carried out as it was typed; the message says why, and what can be typed. */
export class WrongCommand extends Error {}
