import type { z } from 'zod';
import type { Params } from '#domain/endpoint.ts';
import type { Ctx, HeavyCtx, PublicCtx } from './context.ts';
import type { Received } from '../files/receive.ts';

/** Bytes with their own content type; `inline` shows them instead of downloading. */
export interface FileAnswer {
  bytes: Uint8Array | string;
  type: string;
  name: string;
  inline?: boolean;
}

/** The same as a stream, for what is too large to be held. */
export type StreamAnswer = Omit<FileAnswer, 'bytes'> & { stream: ReadableStream<Uint8Array> };

/** A file of the store by its key, sent piece by piece after the transaction; in parts where the caller asks for them. */
export type StoredAnswer = Omit<FileAnswer, 'bytes'> & { key: string };

/** What a verb returns for a file: one that must be looked at in the store first, as a function that runs after the transaction. */
export type FileVerbAnswer = FileAnswer | StreamAnswer | StoredAnswer | (() => Promise<FileAnswer | StoredAnswer>);

/**
 * A file that a stranger sends: it is received when the verb knows what the link allows, and exists while `work` runs.
 */
export type Arriving = <T>(work: (file: Received) => Promise<T>) => Promise<T>;

interface Input<Name extends string, E> {
  params: Params<Name>;
  query: E extends { query: infer Q extends z.ZodObject } ? z.output<Q> : undefined;
  body: E extends { upload: object; audience: 'public' }
    ? Arriving
    : E extends { upload: object } | { bulk: true }
      ? Received
      : E extends { body: infer B extends z.ZodType }
        ? z.output<B>
        : undefined;
  /** The version that the caller saw (If-Match); 0 where the call takes none. */
  version: number;
}

type VerbAnswer<E> = E extends { answer: infer A } ? (A extends z.ZodType ? z.input<A> : FileVerbAnswer) : void;
type VerbCtx<E> = E extends { audience: 'public' } ? PublicCtx : E extends { heavy: string } ? HeavyCtx : Ctx;

export type Verb<Name extends string, E> = (ctx: VerbCtx<E>, input: Input<Name, E>) => Promise<VerbAnswer<E>>;
export type Verbs<T> = { [Name in keyof T & string]: Verb<Name, T[Name]> };

/** The verb's type for one call of a table: `const read: VerbOf<typeof table, 'GET /quotes/:id'>`. */
export type VerbOf<T, Name extends keyof T & string> = Verb<Name, T[Name]>;
