import { z } from 'zod';
import { isDay } from './dates.ts';

/**
 * Control, bidirectional, invisible and private characters, and line ends: a name that holds them is not the one that is seen. Letters
 * that show nothing, such as the fillers of Hangul and the empty cell of Braille, are not among the formats; what colours an emoji may stay.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;

/** Text of one line, without blanks around it and with nothing that cannot be seen. */
export const line = z
  .string()
  .trim()
  .refine((text) => !HIDDEN.test(text), 'Contiene caratteri invisibili o a capo: riscrivere il testo');

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** The same but for line ends and tabs, and for what joins the parts of one emoji. */
const UNSEEN = /[^\P{Cc}\n\t]|\p{Co}|[^\P{Cf}\u200d]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/gu;

/**
 * Text of several lines, without blanks around it. What cannot be seen is taken away and not refused: it comes along with what is pasted
 * from mails and Word, and in a long text nobody would find it.
 */
export const lines = z
  .string()
  .overwrite((text) => text.replace(LINE_END, '\n').replace(UNSEEN, ''))
  .trim();

const DAY = 'Inserire una data valida';
/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = z.string().max(10, DAY).refine(isDay, DAY);
