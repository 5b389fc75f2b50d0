/** Where the private link goes in the text of a mail. */
export const LINK_PLACE = '{collegamento}';
