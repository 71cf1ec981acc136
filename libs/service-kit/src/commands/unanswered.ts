/** No service answers the command. */
export class Unanswered extends Error {}
