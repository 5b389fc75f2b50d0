import type { Body, Params, Query } from '#domain/endpoint.ts';
import type { CallName, Endpoints } from '#domain/endpoints.ts';
import type { Config } from '#config';

/** Key for cookies and for the passwords of the database's roles, in every application of the tests. */
export const SECRET = 'soltanto-per-le-prove-automatiche';
/** Password of the test users who have one. */
export const PASSWORD = 'sette-ponti-verdi-2026';

/** A dealer of the test world, with the rows that tests of several areas need. */
export interface Dealer {
  companyId: number;
  /** Every text of the company contains it: no answer to another company may. */
  marker: string;
  locationId: number;
  customerId: number;
  accessoryId: number;
  campaignId: number;
  incentiveId: number;
  planId: number;
  usedCarId: number;
}

export interface Car {
  makerId: number;
  modelId: number;
  versionId: number;
  /** Standard colour, paid colour, optional, and a pack that includes the optional. */
  options: { white: number; red: number; hook: number; winter: number };
}

export interface TestUser {
  id: number;
  companyId: number;
  email: string;
  token: string;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line no-explicit-any -- tests read answers of every call
  body: any;
  headers: Headers;
}

export interface Sent {
  params?: Record<string, number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Replaces the body in calls that send a file. */
  file?: Uint8Array;
  version?: number;
  key?: string;
  headers?: Record<string, string>;
}

/** One of the two dealers, seen by a user of it who holds every privilege. */
export interface Side extends Dealer {
  car: Car;
  as: TestUser;
  call: (name: CallName, sent?: Sent, as?: TestUser | null) => Promise<Answer>;
  /** A colleague with the same privileges, of another company when `companyId` says so. */
  colleague: (companyId?: number) => Promise<TestUser>;
  /** Runs a statement as the owner of the tables, for data that no call creates. */
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The clock of the backend. */
  now: () => Date;
  config: Config;
  /** A number that no other record has. */
  next: () => number;
  /** true: nobody changes its records, because all calls that name them are refused or read; one record serves many calls. */
  kept: boolean;
}

type Needed<T, Key extends string> = T extends undefined
  ? unknown
  : object extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

/** Everything that a call needs to succeed; `as` is the caller, by default the side's own user. */
export type Filled<N extends CallName> = (keyof Params<N> extends never ? unknown : { params: Params<N> }) &
  Needed<Query<Endpoints[N]>, 'query'> &
  Needed<Body<Endpoints[N]>, 'body'> &
  (Endpoints[N] extends { upload: object } ? { file: Uint8Array } : unknown) &
  (Endpoints[N] extends { versioned: true } ? { version: number } : unknown) & { as?: TestUser };

/** For each call of an area, how a side makes it successfully, any number of times, with records and ids of its own. */
export type Calls<T> = { [N in keyof T & CallName]: (side: Side) => Filled<N> | Promise<Filled<N>> };

/** Inserts a row that has an `id`, as the owner of the tables. */
export type Insert = (text: string, values?: unknown[]) => Promise<number>;

/** Makes a record for each call, for a kept side a single one. What goes on to change the record makes one of its own instead. */
export function once<T>(make: (side: Side) => Promise<T>): (side: Side) => Promise<T> {
  const made = new WeakMap<Side, Promise<T>>();
  return (side) => {
    const known = made.get(side) ?? make(side);
    if (side.kept) made.set(side, known);
    return known;
  };
}

/** For a call without parameters and body. */
export const nothing = () => ({});

/** Creates a record of the side and answers its id as parameter, and its version. */
export async function created(side: Side, name: CallName, sent: Sent) {
  const { status, body } = await side.call(name, sent);
  if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  return { params: { id: body.id as number }, version: body.version as number };
}
