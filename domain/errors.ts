/**
 * The few ways in which a call can fail. HTTP does not appear here: gateway and backend map the codes once
 * (`statusOf`).
 */

export type ErrorCode =
  | 'invalid' // the input breaks a rule; `fields` says where
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'ended' // a page that was open to everybody is not any more
  | 'conflict' // the record's state does not allow it
  | 'stale' // somebody else saved first; `current` holds the record
  | 'precondition_required' // If-Match is missing
  | 'too_many'
  | 'unavailable' // the upstream or the database does not answer
  | 'bad_answer' // the upstream answered something that is not what the table promises
  | 'internal';

/** Italian message by field path, e.g. `{ 'customer.taxCode': 'Codice fiscale non valido' }`. */
export type FieldMessages = Record<string, string>;

/** One thing that a record lacks: the sentence, and where it can be corrected. */
export interface Missing {
  sentence: string;
  section?: string;
  field?: string;
}

export interface ErrorBody {
  error: ErrorCode;
  message: string;
  requestId: string;
  fields?: FieldMessages;
  /** With `conflict` and `invalid`: everything that the requested move lacks. */
  missing?: Missing[];
  /** With `stale`: the current record. */
  current?: unknown;
  /** With `too_many` and `unavailable`: seconds to wait. */
  retryAfter?: number;
}

type Detail = Pick<ErrorBody, 'fields' | 'missing' | 'current' | 'retryAfter'> & {
  /**
   * HTTP status for error pages when the code's own is not exact: the upstream's status, or a form that is too large.
   */
  status?: number;
};

/** Answers to what was asked, which are no faults of the program: where they were thrown says nothing to who reads the log. */
export const refusals: readonly ErrorCode[] = ['not_found', 'forbidden', 'unauthenticated'];

/** The error that verbs, rules and pages throw. `message` is for the person, in Italian; the cause is for the log. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: Detail;

  constructor(
    code: ErrorCode,
    message: string = defaultMessage[code],
    { cause, ...detail }: Detail & { cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.detail = detail;
    if (refusals.includes(code)) this.stack = `${code}: ${message}`;
  }
}

/** The default texts, from specification §2 and §8 where they are given there. */
export const defaultMessage: Record<ErrorCode, string> = {
  invalid: 'Controllare i campi evidenziati.',
  unauthenticated: 'Sessione scaduta: accedere di nuovo.',
  forbidden: 'Accesso vietato. Non sei autorizzato a utilizzare questa risorsa.',
  not_found: 'Contenuto non trovato',
  ended: 'Questa pagina non è più attiva.',
  conflict: 'Operazione non possibile nello stato attuale.',
  stale: 'Il dato è stato modificato nel frattempo.',
  precondition_required: 'Manca la versione del dato da modificare.',
  too_many: 'Troppe richieste: riprovare tra poco.',
  unavailable: 'Servizio temporaneamente non disponibile',
  bad_answer: 'Si è verificato un errore',
  internal: 'Si è verificato un errore',
};

export const statusOf: Record<ErrorCode, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  ended: 410,
  conflict: 409,
  stale: 412,
  precondition_required: 428,
  too_many: 429,
  unavailable: 503,
  bad_answer: 502,
  internal: 500,
};

/** For a caller who has gone away: nobody reads the answer, and it is not logged as our error. */
export const gone = (): Failure => new Failure('invalid', 'Richiesta interrotta.');

/** Whether the caller went away while its body was read, by Node's error. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
