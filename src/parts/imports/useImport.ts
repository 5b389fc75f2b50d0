import { useEffect, useRef, useState } from 'react';
import type { ChosenList, ImportDetails, Mapping, Meanings, Mending } from '#domain/imports/schema.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { isAtWork } from '#domain/imports/terms.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { upload } from '#site/lib/upload.ts';

const ASK_MS = 1000;
/** Milliseconds between two questions while the connection is lost. */
const LATER_MS = 5000;

const read = (id: number) => call('GET /imports/:id', { params: { id } });

/** One import from its file to its end. It asks the server again while a job works on the import. */
export function useImport(first: ImportDetails | null) {
  const [it, setIt] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The share of the file sent so far; null: no file is being sent. */
  const [sent, setSent] = useState<number | null>(null);
  const chosen = useRef<File>(null);

  const whileBusy = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setError(null);
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setError(whyOf(cause));
      return null;
    } finally {
      setBusy(false);
    }
  };
  /** Sends a step and shows the import afterwards, also when the server refuses the step. */
  const step = async (send: (now: ImportDetails) => Promise<unknown>) => {
    if (!it || busy) return null;
    const done = await whileBusy(() => send(it).then(() => read(it.id)));
    const now = done ?? (await read(it.id).catch(() => it));
    setIt(now);
    return done;
  };
  const of = ({ id, version }: ImportDetails) => ({ params: { id }, version });

  const isWorking = it !== null && isAtWork(it.state);
  useEffect(() => {
    if (!isWorking) return;
    let timer = setTimeout(ask, ASK_MS);
    async function ask() {
      const now = await read(it!.id).catch(() => null);
      if (now) setIt(now);
      else timer = setTimeout(ask, LATER_MS);
    }
    return () => clearTimeout(timer);
    // Each answer is a new object, so this effect asks again.
  }, [isWorking, it]);

  return {
    it,
    error,
    busy,
    sent,
    choose: (kind: ImportKind, file: File | null) => {
      chosen.current = file;
      setIt(null);
      setError(null);
      if (!file) return Promise.resolve(null);
      // Is this still the chosen file?
      const isLast = () => chosen.current === file;
      return whileBusy(async () => {
        try {
          setSent(0);
          const { id } = await upload('POST /imports', { kind }, file, (share) => void (isLast() && setSent(share)));
          const now = await read(id);
          if (!isLast()) return null;
          setIt(now);
          return now;
        } finally {
          if (isLast()) setSent(null);
        }
      });
    },
    open: (id: number) => whileBusy(() => read(id).then(setIt)),
    map: (body: Mapping) => step((now) => call('PUT /imports/:id', { ...of(now), body })),
    chooseList: (body: ChosenList) => step((now) => call('PUT /imports/:id/list', { ...of(now), body })),
    say: (body: Partial<Meanings>) => step((now) => call('PUT /imports/:id/meanings', { ...of(now), body })),
    check: () => step((now) => call('POST /imports/:id/check', of(now))),
    mend: (body: Partial<Mending>) => step((now) => call('PUT /imports/:id/rows', { ...of(now), body })),
    mendBySpreadsheet: (file: File) =>
      step((now) => upload('POST /imports/:id/errors', {}, file, () => undefined, of(now))),
    remove: async () => {
      if (!it) return false;
      return (await whileBusy(() => call('DELETE /imports/:id', { params: { id: it.id } }).then(() => true))) ?? false;
    },
    start: () => step((now) => call('POST /imports/:id/start', of(now))),
    stop: () => step(({ id }) => call('POST /imports/:id/stop', { params: { id } })),
    undo: () => step(({ id }) => call('POST /imports/:id/undo', { params: { id } })),
  };
}
export type Import = ReturnType<typeof useImport>;
