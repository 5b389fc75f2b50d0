/** Days in which a remembered browser is not asked for a code. */
export const REMEMBERED_DAYS = 30;
/** Minutes from the password to the code. */
export const STEP_MINUTES = 10;
/** Minutes in which the link by mail begins the set-up of the second factor that a company asks for. */
export const LINK_MINUTES = 30;
/** Recovery codes that a person is given at once. */
export const RECOVERY_CODES = 10;
