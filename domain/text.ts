import { z } from 'zod';
import { isDay } from './dates.ts';

/** Control, bidirectional, invisible and private characters, and line ends: a name that holds them is not the one that is seen. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Text of one line, without blanks around it and with nothing that cannot be seen. */
export const line = z
  .string()
  .trim()
  .refine((text) => !HIDDEN.test(text), 'Contiene caratteri invisibili o a capo: riscrivere il testo');

const DAY = 'Inserire una data valida';
/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = z.string().max(10, DAY).refine(isDay, DAY);
