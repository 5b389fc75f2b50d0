/** Files on their way to the server: in pieces, two at a time, going on by themselves after a broken line. */
import { atom } from 'nanostores';
import type { CallInput } from '#domain/endpoints.ts';
import { nameIssue } from '#domain/files/kinds.ts';
import { MOST_FILE_BYTES, PIECE_BYTES } from '#domain/files/limits.ts';
import type { NetworkFile } from '#domain/files/network.ts';
import type { FileDetail } from '#domain/files/schema.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { sending as words } from '#site/messages/it/files-sending.ts';

/** What is said of a file beside its name, size and day. */
type About<Body> = Omit<Body, 'name' | 'bytes' | 'modified'>;
export type Target = About<CallInput<'POST /files/arrivals'>['body']>;
export type NetworkTarget = About<CallInput<'POST /network/files/arrivals'>['body']>;

interface Announced {
  name: string;
  bytes: number;
  modified: number;
}
type Params = { params: { id: number } };

/** Where files go, and by which calls. */
interface Way<T, Made> {
  announce(body: T & Announced, key: string): Promise<{ id: number; received: number }>;
  piece: 'POST /files/arrivals/:id/pieces' | 'POST /network/files/arrivals/:id/pieces';
  done(to: Params): Promise<Made>;
  giveUp(to: Params): Promise<unknown>;
}

/** To the company's own files. */
export const own: Way<Target, FileDetail> = {
  announce: (body, key) => call('POST /files/arrivals', { body, key }),
  piece: 'POST /files/arrivals/:id/pieces',
  done: (to) => call('POST /files/arrivals/:id/done', { ...to, body: {} }),
  giveUp: (to) => call('DELETE /files/arrivals/:id', to),
};

/** To those of the network. */
export const network: Way<NetworkTarget, NetworkFile> = {
  announce: (body, key) => call('POST /network/files/arrivals', { body, key }),
  piece: 'POST /network/files/arrivals/:id/pieces',
  done: (to) => call('POST /network/files/arrivals/:id/done', to),
  giveUp: (to) => call('DELETE /network/files/arrivals/:id', to),
};

export interface Sending<T = object> {
  id: number;
  file: File;
  target: T;
  /** Bytes that are there. */
  sent: number;
  state: 'waiting' | 'sending' | 'checking' | 'done' | 'refused';
  /** The line is broken: it tries again. */
  isLost: boolean;
  message: string;
  /** The name is taken: it may become a version of that file. */
  isTaken: boolean;
  /** What it is does not change: another try would end alike. */
  isFinal: boolean;
}

/** How each begins. */
const BEGINS = { sent: 0, state: 'waiting', isLost: false, message: '', isTaken: false, isFinal: false } as const;

const AT_ONCE = 2;
/** Seconds between two tries on a broken line. */
const AGAIN = 3;

/** What is on its way, and what was refused. `arrived` hears each file that is there, before it is taken away here. */
export function createSending<T extends object, Made>(way: Way<T, Made>, arrived: (file: Made) => void) {
  const $all = atom<readonly Sending<T>[]>([]);
  let count = 0;
  const set = (id: number, patch: Partial<Sending<T>>) =>
    $all.set($all.get().map((one) => (one.id === id ? { ...one, ...patch } : one)));
  const find = (id: number) => $all.get().find((one) => one.id === id);

  /** Tries until the line is there again; ends when the person gives the file up. */
  async function insisting<T>(id: number, work: () => Promise<T>): Promise<T | null> {
    for (;;) {
      if (!find(id)) return null;
      try {
        const answer = await work();
        set(id, { isLost: false });
        return answer;
      } catch (error) {
        const isLine = error instanceof CallError && (error.status === 503 || error.status === 429);
        if (!isLine) throw error;
        set(id, { isLost: true });
        await new Promise((done) => setTimeout(done, AGAIN * 1000));
      }
    }
  }

  async function send({ id, file, target }: Sending<T>): Promise<void> {
    const issue =
      file.size > MOST_FILE_BYTES ? t(words.tooLarge, { most: MOST_FILE_BYTES / 1e6 }) : nameIssue(file.name);
    if (issue) return set(id, { state: 'refused', message: issue, isFinal: true });
    set(id, { state: 'sending' });
    const body = { ...target, name: file.name.slice(-200), bytes: file.size, modified: Math.max(0, file.lastModified) };
    const key = crypto.randomUUID();
    const begun = await insisting(id, () => way.announce(body, key));
    if (!begun) return;
    const params = { id: begun.id };
    const giveUp = () => void way.giveUp({ params }).catch(() => {});
    for (let at = begun.received; at < file.size;) {
      set(id, { sent: at });
      const piece = new File([file.slice(at, at + PIECE_BYTES)], file.name);
      const from = at;
      const answer = await insisting(id, () =>
        upload(way.piece, { at: from, name: undefined }, piece, (part) => set(id, { sent: from + part * piece.size }), {
          params,
        }),
      );
      if (!answer) return giveUp();
      at = answer.received;
    }
    set(id, { state: 'checking', sent: file.size });
    const made = await insisting(id, () => way.done({ params }));
    if (!made) return giveUp();
    arrived(made);
    $all.set($all.get().filter((one) => one.id !== id));
  }

  function next(): void {
    const all = $all.get();
    const busy = all.filter(({ state }) => state === 'sending' || state === 'checking').length;
    const waiting = all.find(({ state }) => state === 'waiting');
    if (!waiting || busy >= AT_ONCE) return;
    void send(waiting)
      .catch((error: unknown) => {
        const { name, file } = (error instanceof CallError && error.body.fields) || {};
        const isTaken = name?.includes('già un file') ?? false;
        const isFinal = file !== undefined || (name !== undefined && !isTaken);
        set(waiting.id, { state: 'refused', message: whyOf(error), isTaken, isFinal });
      })
      .finally(next);
    next();
  }

  return {
    $all,
    /** Asks before the page goes with files on their way. */
    guard(event: BeforeUnloadEvent): void {
      if ($all.get().some(({ state }) => state !== 'refused')) event.preventDefault();
    },
    /** Puts files behind those that are on their way. */
    add(files: readonly File[], target: T): void {
      const more = files.map((file): Sending<T> => {
        count += 1;
        return { id: count, file, target, ...BEGINS };
      });
      $all.set([...$all.get(), ...more]);
      next();
    },
    /** Tries a refused one again, as a version of the file that has its name where `replaces`. */
    again(id: number, replaces: boolean): void {
      const { target } = find(id)!;
      set(id, { state: 'waiting', message: '', isTaken: false, target: { ...target, ...(replaces && { replaces }) } });
      next();
    },
    /** Gives one up: what is there of it is deleted. */
    drop(id: number): void {
      $all.set($all.get().filter((one) => one.id !== id));
      next();
    },
  };
}
export type SendingStore<T extends object = object> = ReturnType<typeof createSending<T, unknown>>;
