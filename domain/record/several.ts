/**
 * What people type into a field of one telephone or address beside the one that it keeps: other numbers fill empty fields of
 * the record, the rest becomes lines of its notes. Nothing that was typed is lost. This file does not use zod, because
 * browsers load it.
 */
import { otherEmails, readEmail } from '../emails.ts';
import { telephone } from '../italian.ts';
import { isNumber, numberParts, severalNumbers } from '../phone-parts.ts';
import { e164 } from '../phones.ts';
import { REACH_LENGTH, type Field, type Fields } from './fields.ts';

/** How lines begin that hold what stood in a field beside its value. */
export const begins = { phone: 'Altro telefono: ', email: 'Altra e-mail: ', words: 'Telefono: ' };

/** Words that say no more than that a number follows. */
const LABELS = /(?<!\p{L})(tel|telefono|telefonino|cell?|cellulare|mob|mobile|phone|fisso|num|numero|n|nr)(?!\p{L})/giu;

type Row = Readonly<Record<string, unknown>>;

const keysOf = (fields: Fields, fits: (field: Field & { kind: 'text' | 'area' }) => unknown): string[] =>
  Object.entries(fields).flatMap(([key, field]) => (field.kind === 'text' && fits(field) ? [key] : []));
const textIn = (record: Row, key: string): string => {
  const value = record[key];
  return typeof value === 'string' && value.length <= REACH_LENGTH ? value : '';
};

const textLines = (notes: unknown): string[] => (typeof notes === 'string' ? notes.split('\n') : []);

/** A number as people read it, where it is one without the numbering plans. */
const shown = (number: string): string => telephone(e164(number) ?? number);

/** What a text says beside its number: when to call, an extension, whose it is. */
export const saysMore = (text: string): boolean =>
  /\p{L}/u.test(text.replace(LABELS, '')) && numberParts(text).some(isNumber);

/** The fields as they are kept, and the lines that hold the rest. */
function parted(fields: Fields, record: Row): { kept: Row; lines: string[] } {
  const phones = keysOf(fields, ({ phone }) => phone);
  const kept: Record<string, string> = {};
  const spare: string[] = [];
  const lines: string[] = [];
  for (const key of phones) {
    const text = textIn(record, key);
    const [first, ...more] = severalNumbers(text);
    spare.push(...more);
    if (first !== undefined) kept[key] = first;
    if (!saysMore(text)) continue;
    lines.push(begins.words + text.trim());
    kept[key] = first ?? numberParts(text).find(isNumber)!.trim();
  }
  for (const key of phones) if (spare.length > 0 && !record[key]) kept[key] = spare.shift()!;
  lines.push(...spare.map((number) => begins.phone + shown(number)));
  for (const key of keysOf(fields, ({ email }) => email)) {
    const others = otherEmails(textIn(record, key));
    if (others.length === 0) continue;
    kept[key] = readEmail(textIn(record, key))!;
    lines.push(...others.map((mail) => begins.email + mail));
  }
  return { kept, lines };
}

/**
 * A record as it is sent, with one telephone or address in each of its fields and the rest in the field `into`, each line
 * once. What is no record stays as it is.
 */
export function withOthersIn<T>(fields: Fields, into: string, record: T): T {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  const { kept, lines } = parted(fields, record as Row);
  const notes = (record as Row)[into] ?? '';
  if (typeof notes !== 'string') return record;
  const held = textLines(notes);
  const text = [...(notes === '' ? [] : [notes]), ...lines.filter((line) => !held.includes(line))].join('\n');
  return { ...record, ...kept, ...(lines.length > 0 && { [into]: text }) };
}

/**
 * What a form says below a field while it holds more than it keeps: where the rest goes. Below the last field of its
 * kind also what went to the notes before.
 */
export function hintOf(fields: Fields, key: string, into: string, record: Row): string | null {
  const field = fields[key]!;
  const label = fields[into]!.label;
  const own = parted({ [key]: field }, record).lines;
  if (own.length > 0) {
    const { kept, lines } = parted(fields, record);
    const filled = Object.keys(kept).filter((other) => !record[other]);
    const places = filled.map((other) => `«${fields[other]!.label}»: ${shown(kept[other] as string)}`);
    const left = lines.filter((line) => own.includes(line));
    return `Il resto va in ${[...places, ...left.map((line) => `«${label}»: ${line}`)].join('; ')}`;
  }
  const isPhone = field.kind === 'text' && field.phone === true;
  const last = keysOf(fields, (one) => (isPhone ? one.phone : one.email)).at(-1);
  const start = isPhone ? begins.phone : begins.email;
  const there = key === last ? textLines(record[into]).filter((line) => line.startsWith(start)) : [];
  return there.length > 0 ? `In «${label}»: ${there.map((line) => line.slice(start.length)).join(', ')}` : null;
}
