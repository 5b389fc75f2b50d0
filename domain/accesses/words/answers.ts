/** What may be answered to a question of the reception, and how it is kept. Browsers load this file. */

/** The most answers of a question, and the most characters of one. */
export const MOST_ANSWERS = 10;
export const MOST_ANSWER_LENGTH = 40;

/** The answers that are written one a line. */
export const answerLines = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** What was answered, by the code of the question. */
export interface Answered {
  question: string;
  answer: string;
}

/** The answers with this one in place of the former; empty: nothing was answered. */
export const withAnswer = (all: readonly Answered[], { question, answer }: Answered): Answered[] => [
  ...all.filter((one) => one.question !== question),
  ...(answer === '' ? [] : [{ question, answer }]),
];
