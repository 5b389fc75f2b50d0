/** The placeholder of the private link in the text of a mail. */
export const LINK_PLACE = '{collegamento}';
