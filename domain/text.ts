import { z } from 'zod';
import { dayOfInstant, isDay } from './dates.ts';
import { spanFaultNow, type DaySpan } from './day-spans.ts';

/**
 * Control, bidirectional, invisible and private characters, and line ends: with them a name differs from what people
 * see. Invisible letters, such as Hangul fillers and the empty Braille cell, have other categories and are listed too;
 * the variation selector of emoji is allowed.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;

/** What comes along with texts that are copied from mails, pages and address books, and with cells of several lines. */
const COPIED = /(?!\u202e)\p{Cf}/gu;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Text of one line, trimmed, without invisible characters: what comes along with copied text is left out, as nobody
 * would find it; what can only be there on purpose is refused.
 */
export const line = z
  .string()
  .overwrite((text) => text.replace(BREAKS, ' ').replace(COPIED, ''))
  .trim()
  .refine((text) => !HIDDEN.test(text), 'Contiene caratteri invisibili: riscrivere il testo');

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** The same characters, except line ends, tabs, and the joiners inside one emoji. */
const UNSEEN = /[^\P{Cc}\n\t]|\p{Co}|[^\P{Cf}\u200d]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/gu;

/**
 * Text of several lines, trimmed. Invisible characters are removed rather than refused: they come with texts pasted
 * from mails and Word, and nobody would find them in a long text.
 */
export const lines = z
  .string()
  .overwrite((text) => text.replace(LINE_END, '\n').replace(UNSEEN, ''))
  .trim();

const DAY = 'Inserire una data valida';
/** A calendar day, `YYYY-MM-DD`, by which records are looked for. */
export const calendarDay = z.string().max(10, DAY).refine(isDay, DAY).meta({ format: 'date' });

/** A calendar day that is kept: with two ends, which are compared with today where a call is read (`asOn`). */
export const dayIn = (span: DaySpan | undefined, wrong = DAY, missing = wrong) =>
  z
    .string()
    // Programs send the midnight of a day as an instant of another zone.
    .overwrite((value) => dayOfInstant(value) ?? value)
    .max(10, wrong)
    .superRefine((value, ctx) => {
      const message = value === '' ? missing : isDay(value) ? span && spanFaultNow(span, value) : wrong;
      if (message) ctx.addIssue({ code: 'custom', message });
    })
    .meta({ format: 'date', ...(span && { span }) });
