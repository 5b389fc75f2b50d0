import type { CallName } from '#domain/endpoints.ts';
import type { Batch, Repricing, Undone } from '#domain/record/priced-calls.ts';
import type { BulkResult } from '#domain/record/records.ts';
import type { Timeline } from '#domain/record/timeline.ts';
import { call, type CallAnswer, type CallInput } from '#site/lib/call.ts';

/** The fields that lists and their dialogs need of any record. */
export interface ListedRecord {
  id: number;
  version: number;
  archived: boolean;
}

/** The calls of one area: `R` is the record, `V` the values that a person types. */
export interface RecordCalls<R, V> {
  read(id: number): Promise<R>;
  history(id: number): Promise<Timeline>;
  create(body: V, key: string): Promise<R>;
  save(id: number, version: number, body: V): Promise<R>;
  bulk(
    body: { action: 'archive' | 'restore'; rows: { id: number; version: number }[] },
    key: string,
    /** Does this call undo the one just made? */
    isUndo?: boolean,
  ): Promise<{ results: BulkResult[] }>;
  /** Only lists of priced records have it. */
  reprice?(body: { ids: number[]; percent: number; dryRun?: boolean }, key?: string): Promise<Repricing>;
  batches?(): Promise<Batch[]>;
  undo?(batch: number): Promise<Undone>;
}

/** What the dialog that imports files into a list is given. */
export interface ListImport {
  calls: Pick<RecordCalls<never, never>, 'batches' | 'undo'>;
  onClose: () => void;
  /** Runs when rows were written or taken back. */
  onDone: () => void;
}

/** Areas with the calls of domain/record/calls.ts or of domain/record/priced-calls.ts. */
type RecordArea = { [N in CallName]: N extends `POST /${infer A}/bulk` ? A : never }[CallName];
type PricedArea = { [N in CallName]: N extends `POST /${infer A}/reprice` ? A : never }[CallName];
type BodyOf<N extends CallName> = CallInput<N> extends { body: infer B } ? B : never;
type CallsOf<A extends RecordArea | PricedArea> = RecordCalls<CallAnswer<`GET /${A}/:id`>, BodyOf<`POST /${A}`>>;

const sender = (area: string) => (method: string, rest: string, input: object) =>
  call(`${method} /${area}${rest}` as CallName, input as CallInput<CallName>) as Promise<unknown>;

/** The calls of a list of records, with the types of its own table. */
export function recordCalls<A extends RecordArea | PricedArea>(area: A) {
  const send = sender(area);
  const calls: RecordCalls<unknown, unknown> = {
    read: (id) => send('GET', '/:id', { params: { id } }),
    history: (id) => send('GET', '/:id/timeline', { params: { id } }) as Promise<Timeline>,
    create: (body, key) => send('POST', '', { body, key }),
    save: (id, version, body) => send('PUT', '/:id', { params: { id }, version, body }),
    bulk: (body, key) => send('POST', '/bulk', { body, key }) as Promise<{ results: BulkResult[] }>,
  };
  return calls as CallsOf<A>;
}

export function pricedCalls<A extends PricedArea>(area: A) {
  const send = sender(area);
  const calls: RecordCalls<unknown, unknown> = {
    ...(recordCalls(area) as RecordCalls<unknown, unknown>),
    reprice: (body, key) => send('POST', '/reprice', { body, key }) as Promise<Repricing>,
    batches: () => send('GET', '/batches', {}) as Promise<Batch[]>,
    undo: (id) => send('POST', '/batches/:id/undo', { params: { id } }) as Promise<Undone>,
  };
  return calls as CallsOf<A>;
}

export type ArchiveWords = Record<
  'archive' | 'restore' | 'didArchive' | 'didRestore' | 'didArchiveMany' | 'didRestoreMany',
  string
>;

export interface Archiving<R, V> {
  calls: Pick<RecordCalls<R, V>, 'bulk'>;
  /** The record's name in sentences. */
  nameOf: (row: R) => string;
  /** Reads the list again. */
  again: () => void;
  /** Words for archiving where it has a further meaning: users are blocked. */
  words?: ArchiveWords | undefined;
}
