import type { z } from 'zod';
import type { FieldMessages } from './errors.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Italian text for an issue that its schema left without one; given to `safeParse` as `error`. */
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

/** First message of each field of a failed parse, by dotted path; issues of the whole value stand under `''`. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}
