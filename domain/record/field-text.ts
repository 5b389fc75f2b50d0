/** Texts of field values, for the activity, the conflict dialog and sentences. */
import { day, money, number, percent, telephone, yesNo } from '../italian.ts';
import { typed, type Field, type Fields, type Words } from './fields.ts';

const NOTHING = '—';

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The text of one value in Italian, by the kind of its field or column: lists, activity and documents all use it. */
export function writtenOf(
  {
    kind,
    suffix,
    scale = 1,
    words,
  }: { kind: string; suffix?: string | undefined; scale?: number | undefined; words?: Words | undefined },
  value: unknown,
): string {
  switch (kind) {
    case 'money':
      return money(value as number);
    case 'percent':
      return percent(value as number);
    case 'number':
      return `${number((value as number) / scale)}${suffix ? `\u00a0${suffix}` : ''}`;
    case 'day':
      return day(value as string);
    case 'flag':
      return yesNo(Boolean(value));
    default:
      return words?.[String(value)] ?? String(value);
  }
}

/**
 * The text of a value in Italian; in place of ids it gets the texts that stand for them (`shown`). An absent value is a
 * dash.
 */
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
      // A lookup may have several ids.
      return Array.isArray(value) ? value.join(', ') : writtenOf(field, value);
  }
}

/** A value for the activity: unchanged, but records within the record become text. */
export function factOf(field: Field, value: unknown): unknown {
  if (field.kind === 'rows') return (value as object[]).map((row) => partsOf(field, row));
  return field.kind === 'group' && value !== null ? partsOf(field, value as object) : value;
}

/** The values of these fields for the activity. */
export const factsIn = (fields: Fields, values: object): Record<string, unknown> =>
  Object.fromEntries(
    typed(fields).map(([key, field]) => [key, factOf(field, (values as Record<string, unknown>)[key])]),
  );

/** A tick or a file is said by the name of its field alone. */
const isSaidByName = ({ kind }: Field) => kind === 'flag' || kind === 'file';

/** The text of a record within a record in one line: the fields that spreadsheets contain, without empty ones. */
const partsOf = ({ fields }: Extract<Field, { kind: 'rows' | 'group' }>, record: object): string =>
  typed(fields)
    .filter(([, field]) => field.head !== false)
    .map(([key, field]): [Field, unknown] => [field, (record as Record<string, unknown>)[field.shown ?? key]])
    .filter(([, value]) => !isNothing(value) && value !== false)
    .map(([field, value]) => (isSaidByName(field) ? field.label.toLowerCase() : textOf(field, value)))
    .join(' ') || NOTHING;
