import { Failure, gone, isGone, statusOf, type ErrorBody, type FieldMessages } from '#domain/errors.ts';
import { Overrun, Starved } from './bounds.ts';
import { StoreError } from '../files/store.ts';

/** Message for a code that is taken: every priced list has a unique constraint of this name. */
const CODE: FieldMessages = { code: 'Questo codice è già usato' };

const TOO_LONG = 'L’operazione richiede troppo tempo o memoria: restringere la richiesta o riprovare più tardi.';

const BUSY = 'Il server è occupato: riprovare tra qualche secondo.';

/** SQLSTATEs for values that PostgreSQL cannot hold, such as a NUL in a text or a number out of range. */
const UNFIT = new Set(['22001', '22003', '22021', '22P02', '22P05', '22007', '22008']);

/** How a cluster names a shard's constraint: the name, the number of the shard, and before it a hash of what it cut off. */
const SHARD = /^(.+?)(_[0-9a-f]{8})?_\d+$/;
/** The most bytes of a name in PostgreSQL. */
const MOST_NAME = 63;

/** What to say for a broken constraint, whichever shard it stands on; undefined: nothing is known of it. */
function fieldsOf(name: string, constraints: Record<string, FieldMessages>): FieldMessages | undefined {
  const known = (whole: string) => constraints[whole] ?? (whole.endsWith('_code') ? CODE : undefined);
  const [, start = '', hash] = SHARD.exec(name) ?? [];
  const cut = hash && name.length === MOST_NAME && Object.keys(constraints).filter((one) => one.startsWith(start));
  return known(name) ?? known(`${start}${hash ?? ''}`) ?? (cut && cut.length === 1 ? constraints[cut[0]!] : undefined);
}

/**
 * Turns whatever a call threw into a failure of the product. `constraints`: messages by the name of the broken
 * constraint (row level security hides all other details of such an error). Unknown errors become `internal`; their
 * cause is only logged.
 */
export function asFailure(error: unknown, constraints: Record<string, FieldMessages>): Failure {
  if (error instanceof Failure) return error;
  if (isGone(error)) return gone();
  if (error instanceof StoreError) return new Failure('unavailable', undefined, { cause: error, retryAfter: 5 });
  if (error instanceof Starved) return new Failure('unavailable', BUSY, { cause: error, retryAfter: 10 });
  if (error instanceof Overrun) return new Failure('unavailable', TOO_LONG, { cause: error, retryAfter: 30 });
  const {
    code = '',
    message = '',
    constraint,
  } = (error ?? {}) as { code?: string; message?: string; constraint?: string };
  if (code === '23505' || code === '23503') {
    // A cluster passes on the sentence of the node that refused, and nothing else of the error.
    const name = constraint ?? /"([^"]+)"$/.exec(message)?.[1] ?? '';
    const fields = fieldsOf(name, constraints);
    if (fields) return new Failure('invalid', undefined, { fields, cause: error });
    if (code === '23505') return new Failure('conflict', undefined, { cause: error });
  }
  if (UNFIT.has(code)) return new Failure('invalid', 'Un valore inviato non è ammesso.', { cause: error });
  return new Failure('internal', undefined, { cause: error });
}

/** The JSON response for a failure. */
export function failureResponse(failure: Failure, requestId: string): Response {
  const { retryAfter } = failure.detail;
  const body: ErrorBody = { error: failure.code, message: failure.message, requestId, ...failure.detail };
  const headers = {
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return Response.json(body, { status: statusOf[failure.code], headers });
}
