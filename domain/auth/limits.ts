/** Days in which a remembered browser is not asked for a code. */
export const REMEMBERED_DAYS = 30;
/** Minutes from the password to the code. */
export const STEP_MINUTES = 10;
/** Minutes for which a link by mail can begin the set-up of a required second factor. */
export const LINK_MINUTES = 30;
/** Recovery codes that a person is given at once. */
export const RECOVERY_CODES = 10;
