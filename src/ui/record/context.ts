import { useStore } from '@nanostores/react';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import { createContext, useContext } from 'react';
import type { Locks } from '#domain/locks.ts';
import type { SaveState } from './autosave.ts';
import type { Problem } from './problems.ts';
import type { IndexRow, RecordSpec } from './spec.ts';

/** What sections, index, badge and guard need of any record. */
export interface AnyRecord {
  words: RecordSpec<never>['words'];
  $alive: WritableAtom<boolean>;
  $about: ReadableAtom<readonly string[]>;
  $saved: ReadableAtom<object | null>;
  $value: ReadableAtom<object>;
  $locks: ReadableAtom<Locks>;
  $problems: ReadableAtom<readonly Problem[]>;
  $missing: ReadableAtom<readonly Problem[]>;
  $index: ReadableAtom<readonly IndexRow[]>;
  $save: ReadableAtom<SaveState<unknown>>;
  holds(section: string): readonly string[];
  change(patch: object): void;
  autosave: { flush(): Promise<boolean>; unsaved(): boolean; forget(): void; ask(open: boolean): void };
}

export const RecordContext = createContext<AnyRecord | null>(null);

export function useThisRecord(): AnyRecord {
  const record = useContext(RecordContext);
  if (!record) throw new Error('A part of a record stands outside its record');
  return record;
}

/** The same for parts that know the kind of the record: `export const useCar = recordOf<CarStore>()`. */
export const recordOf =
  <Store extends AnyRecord>() =>
  () =>
    useThisRecord() as Store;

/** Customer and subject of the record, as far as they are known. */
export const useAbout = (): readonly string[] => useStore(useThisRecord().$about);

export function useProblem(): (path: string) => string | undefined {
  const problems = useStore(useThisRecord().$problems);
  return (path) => problems.find((one) => one.path === path)?.message;
}
