/** Values of fields as people read them: in the activity, in the conflict dialog, in sentences. */
import { day, money, number, percent, telephone, yesNo } from './italian.ts';
import { typed, type Field, type Words } from './fields.ts';

const NOTHING = '—';

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** One stated value in Italian, by the kind of its field or column: the one way in which lists, activity and documents write it. */
export function writtenOf(
  { kind, suffix, words }: { kind: string; suffix?: string | undefined; words?: Words | undefined },
  value: unknown,
): string {
  switch (kind) {
    case 'money':
      return money(value as number);
    case 'percent':
      return percent(value as number);
    case 'number':
      return suffix ? `${number(value as number)}\u00a0${suffix}` : number(value as number);
    case 'day':
      return day(value as string);
    case 'flag':
      return yesNo(Boolean(value));
    default:
      return words?.[String(value)] ?? String(value);
  }
}

/** A value in Italian; ids come as the texts that stand for them (`shown`). What is not stated is a dash. */
export function textOf(field: Field, value: unknown): string {
  if (field.kind !== 'flag' && isNothing(value)) return NOTHING;
  switch (field.kind) {
    case 'many':
    case 'order':
    case 'lookups':
      return Array.isArray(value) ? value.map((one) => writtenOf(field, one)).join(', ') : String(value);
    case 'rows':
      return typeof value === 'string'
        ? value
        : (value as (object | string)[]).map((row) => (typeof row === 'string' ? row : partsOf(field, row))).join('; ');
    case 'group':
      return typeof value === 'string' ? value : partsOf(field, value as object);
    case 'text':
      return field.phone ? telephone(String(value)) : String(value);
    default:
      // Texts for the ids of a lookup may be several.
      return Array.isArray(value) ? value.join(', ') : writtenOf(field, value);
  }
}

/** A value as the activity keeps it: as it is, but a record within the record as its text. */
export function factOf(field: Field, value: unknown): unknown {
  if (field.kind === 'rows') return (value as object[]).map((row) => partsOf(field, row));
  return field.kind === 'group' && value !== null ? partsOf(field, value as object) : value;
}

/** Of a tick and of a file it is said that they are there. */
const isSaidByName = ({ kind }: Field) => kind === 'flag' || kind === 'file';

/** What a record within a record says, in one line: the fields that spreadsheets have too, those without a value left out. */
const partsOf = ({ fields }: Extract<Field, { kind: 'rows' | 'group' }>, record: object): string =>
  typed(fields)
    .filter(([, field]) => field.head !== false)
    .map(([key, field]): [Field, unknown] => [field, (record as Record<string, unknown>)[field.shown ?? key]])
    .filter(([, value]) => !isNothing(value) && value !== false)
    .map(([field, value]) => (isSaidByName(field) ? field.label.toLowerCase() : textOf(field, value)))
    .join(' ') || NOTHING;
