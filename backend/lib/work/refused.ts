/**
 * Whoever takes a message refuses it for good, such as an address that does not exist: a job that throws it is not tried
 * again.
 */
export class Refused extends Error {}

/** Nobody knows whether a message arrived: to be sent twice would be worse than to ask. */
export class Doubtful extends Refused {}
