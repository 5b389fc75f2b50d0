/** The codes of what a reception asks: the same code is the same reason or question, whoever words it. */

export const WORD_CODE = /^[A-Z0-9_]+$/;
export const WORD_CODE_LENGTH = 20;

/** The most reasons, or questions, that a company offers: a list that nobody can choose from is none. */
export const MOST_WORDS = 30;
