/** A reason that somebody writes says something: three letters at least. A full stop, "--" and "123" are none. */
export const REASON = /\p{L}[^]*\p{L}[^]*\p{L}/u;

/** Whether a text can be a reason. */
export const saysWhy = (text: string | null | undefined): boolean => REASON.test(text ?? '');
