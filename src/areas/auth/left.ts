/** The cookie by which a logout without scripts tells the login page whose data it has to clear in this browser. */
export const LEFT = 'left';
