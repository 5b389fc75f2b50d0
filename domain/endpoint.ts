import { z } from 'zod';
import { Failure } from './errors.ts';
import type { BehalfArea } from './network/terms.ts';
import { COUNT_LIMIT, MOST_ROWS } from './record/list.ts';
import { holdsAny, SEND_LEADS } from './privileges.ts';

/**
 * Who may call: anybody without a session, any logged-in user, users of a dealer, users of the manufacturer (company
 * 10).
 */
export type Audience = 'public' | 'user' | 'dealer' | 'fms';

/** The manufacturer-side company (specification §6). */
export const MANUFACTURER = 10;

/** The most bytes of a JSON body. */
export const MOST_JSON_BYTES = 1_000_000;

/** The content type of a body that is a file. No HTML form can send it, so no foreign page can either. */
export const OCTETS = 'application/octet-stream';

/** Why a file is refused that has more than these bytes. */
export const fileTooLarge = (mostBytes: number): string =>
  `Il file è troppo grande: al massimo ${Math.floor(mostBytes / 1e6)} MB`;

interface Shape {
  /** One sentence for the reference page, in English. */
  summary: string;
  audience?: Audience;
  /** Any one of these privileges is enough (specification §6); empty or absent: the audience alone decides. */
  privileges?: readonly number[];
  /** A public call that the token of a private link opens; the function that looks the token up counts invalid ones. */
  link?: boolean;
  /**
   * Only people decide who may enter the company and how: the token of another system may never make this call,
   * whatever its maker may do.
   */
  peopleOnly?: boolean;
  /**
   * The manufacturer enters the company of the path (`company_id`) for this one call, in a scope to which the database
   * shuts whatever holds persons, prices or ways in. Both sides' audits say who it was.
   */
  door?: true;
  /** The areas by any of which a company lets a person of the manufacturer make this call on its behalf. */
  behalf?: readonly BehalfArea[];
  /** A token that may read nothing makes this call, too: it asks who it is, and ends. */
  everyToken?: boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of the answer; absent: 204. `'file'`: bytes with their own content type. */
  answer?: z.ZodType | 'file';
  /** A POST that creates a record: answers 201 and is `keyed`. */
  creates?: boolean;
  /** Repeating the call would repeat its effect, so it takes an Idempotency-Key. */
  keyed?: boolean;
  /**
   * Slow work beside the database: it runs outside a transaction, on a lane of its own. `password`: hashes and guesses
   * of passwords; `short`: some hundredths of a second (documents); `long`: seconds (spreadsheets); `pictures`: some
   * tenths of a second of a whole core, in a process of its own; `file`: reads an uploaded list, one after the other;
   * `intake`: reads the leads that a portal sends; `waiting`: waits for a disk or a system elsewhere and takes no core
   * meanwhile.
   */
  heavy?: 'password' | 'short' | 'long' | 'pictures' | 'file' | 'intake' | 'waiting';
  /**
   * Few are worked on at once, and a crowd waits for its turn instead of being refused: as long as a long call may take.
   */
  queued?: boolean;
  /**
   * The body is one file (application/octet-stream), which is not bound by the limit for JSON and is read as a stream;
   * one with more bytes is refused before its end. Such a call is `heavy`.
   */
  upload?: { mostBytes: number };
  /**
   * The JSON body holds up to a megabyte of another system's data: to read it would hold up everybody's answers, so the
   * gateway passes it on unread and the backend reads it as it reads a file, in a thread. Such a call is `heavy`.
   */
  bulk?: true;
  /** Needs If-Match with the record's version; the answer has an ETag. */
  versioned?: boolean;
  /**
   * The answer is large and rarely changes: it contains its own `hash`, which is its ETag. The caller's browser keeps
   * it and asks each time whether it is still valid (If-None-Match); if so, the answer is 304 without a body.
   */
  cached?: boolean;
  /** A page asks this again and again by itself: the call keeps no idle session alive. */
  quiet?: boolean;
  /** Other systems send leads in bursts: such calls have a quota of their own. */
  intake?: boolean;
  /**
   * A file that never changes under its address: the browser keeps it, and such files do not count towards the quota of
   * calls.
   */
  lasting?: boolean;
}

export type Endpoint<S extends Shape = Shape> = S & { audience: Audience };

/** One row of the table that gateway, backend, site, OpenAPI and tests read. */
export const endpoint = <const S extends Shape>(shape: S): Endpoint<S> =>
  ({ audience: 'dealer' as Audience, keyed: Boolean(shape.creates), ...shape }) as Endpoint<S>;

const callsFor =
  (audience: Audience) =>
  <T extends object>(table: T): T =>
    Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { ...row, audience }])) as T;

/** The same calls for every company, the manufacturer included. */
export const forEveryCompany = callsFor('user');

/** The same calls for the manufacturer alone. */
export const forManufacturer = callsFor('fms');

/** The header that names the company on whose behalf a person of the manufacturer calls. */
export const ON_BEHALF = 'x-on-behalf';

/** What shows who did what, writes many at once or draws what customers got is not done on anybody's behalf. */
const NEVER_ON_BEHALF = /\/(export|timeline|batches|undo|reprice|records|trial|preview)\b/;

/** The same calls, which a person of the manufacturer makes on behalf of a company that has granted one of these areas. */
export const onBehalf = <T extends object>(areas: BehalfArea | readonly BehalfArea[], table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      NEVER_ON_BEHALF.test(name) ? row : { ...row, behalf: [areas].flat() },
    ]),
  ) as T;

/** The caller, as far as the table needs it. */
export interface Asking {
  companyId: number;
  privileges: readonly number[];
  /** Whether the caller is the token of another system rather than a person. */
  isService: boolean;
}

/**
 * Whether a token reads nothing: it only sends, or its maker lost what it was given. What is open to every colleague of
 * a company is not open to it.
 */
const readsNothing = ({ privileges, isService }: Asking): boolean =>
  isService && privileges.every((number) => number === SEND_LEADS);

/** Whether the caller may make the call: audience first, then privileges. */
export function opens({ audience, privileges, peopleOnly, everyToken }: Endpoint, who: Asking): boolean {
  const { companyId, privileges: held, isService } = who;
  if (peopleOnly && isService) return false;
  if (audience !== 'public' && !everyToken && !privileges?.length && readsNothing(who)) return false;
  const isManufacturer = companyId === MANUFACTURER;
  const invited = audience === 'public' || audience === 'user' || (audience === 'fms') === isManufacturer;
  return invited && holdsAny(held, privileges);
}

/** Throws `forbidden` when the caller may not make the call; a token is told why. */
export function assertOpen(endpoint: Endpoint, who: Asking): void {
  if (opens(endpoint, who)) return;
  const isKeptOut = endpoint.peopleOnly && who.isService;
  if (isKeptOut) throw new Failure('forbidden', 'Lo può fare solo una persona, non un token.');
  throw new Failure('forbidden', readsNothing(who) ? 'Questo token può solo inviare, e non legge nulla.' : undefined);
}

/** Identifiers in paths: `:id` and every other parameter is a positive integer, so a path is built from checked parts only. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** `'GET /quotes/:id'` → `{ method: 'GET', path: '/quotes/:id' }`. The name of a call is its method and path. */
export function split(name: string): { method: string; path: string } {
  const [method, path] = name.split(' ') as [string, string];
  return { method, path };
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters in a call's path, each a number. */
export type Params<Name extends string> = { [K in ParamNames<Name>]: number };

export type Query<E> = E extends { query: infer Q extends z.ZodObject } ? z.input<Q> : undefined;
export type Body<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type Answer<E> = E extends { answer: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : A extends 'file'
      ? Response
      : undefined
  : undefined;

/** The query of every list: search, sort, page. Areas extend it with their filters. */
export const listQuery = z.object({
  q: z.string().trim().max(100).optional(),
  sort: z.string().max(40).optional(),
  dir: z.enum(['asc', 'desc']).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
});

/** A page of a list with the count of the filtered rows; a count of one above the limit means "more". */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    total: z
      .int()
      .min(0)
      .describe(`Exact up to ${COUNT_LIMIT}; ${COUNT_LIMIT + 1} stands for more, unless all were to be counted`),
  });

/** Comma-separated values in a query: `state=draft,issued`. */
export const csvOf = <T extends string>(item: z.ZodType<T>) =>
  z
    .string()
    .max(500)
    .transform((text, ctx) => {
      const values = z.array(item).safeParse(text.split(',').filter(Boolean));
      if (values.success) return values.data;
      ctx.addIssue({ code: 'custom', message: 'Valore non ammesso' });
      return z.NEVER;
    });
