/** No service answers the command. */
export class Unanswered extends Error {}

/** No running service has the command: nothing was done. */
export class NotServed extends Unanswered {}
