import type { z } from 'zod';
import { Failure, type FieldMessages } from './errors.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Italian text for an issue without a message in its schema; passed to `safeParse` as `error`. */
export function italian(issue: RawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? 'Campo obbligatorio' : 'Valore non valido';
  if (issue.code === 'too_small') return limit('Almeno', 'Minimo', issue.origin, issue.minimum);
  if (issue.code === 'too_big') return limit('Al massimo', 'Massimo', issue.origin, issue.maximum);
  return 'Valore non valido';
}

function limit(count: string, amount: string, origin: string, value: number | bigint): string {
  if (origin === 'string') return `${count} ${value} caratteri`;
  return origin === 'array' ? `${count} ${value} elementi` : `${amount} ${value}`;
}

/** The first message of each field of a failed parse, by dotted path; issues of the whole value have the path `''`. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

const UNREADABLE = 'Contiene un carattere non ammesso: riscrivere il testo';
/** JSON with a NUL or half of a surrogate pair: no person types them, and PostgreSQL cannot store them. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;
const isReadable = (text: string) => text.isWellFormed() && !text.includes('\0');
/** No call has a field with a longer path, so an error does not name it. */
const LONGEST_PATH = 200;

/**
 * Throws `invalid` at the first field of a body whose text contains a NUL or a lone surrogate. `json`: the body as
 * sent, by which most bodies pass without a closer look.
 */
export function mustBeReadable(json: string, value: unknown): void {
  if (!SUSPECT.test(json)) return;
  // Without recursion, because a body may be nested as deep as it is long.
  const open: [path: string, value: unknown][] = [['', value]];
  for (const [path, one] of open) {
    const isBroken =
      typeof one === 'string' ? !isReadable(one) : one && Object.keys(one).some((key) => !isReadable(key));
    const fields = path !== '' && path.length < LONGEST_PATH && { fields: { [path]: UNREADABLE } };
    if (isBroken) throw new Failure('invalid', fields ? undefined : UNREADABLE, fields || {});
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, child] of Object.entries(one)) open.push([path ? `${path}.${key}` : key, child]);
  }
}
