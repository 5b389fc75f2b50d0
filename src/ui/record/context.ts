import { useStore } from '@nanostores/react';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import { createContext, useContext } from 'react';
import type { Locks } from '#domain/locks.ts';
import type { Copy, Saved, SaveState } from './autosave.ts';
import type { ConflictField } from './ConflictDialog.tsx';
import type { Problem } from './problems.ts';
import type { IndexRow, RecordSpec } from './spec.ts';

/** What the parts of a page need of any record with a course (`createCourse`). */
export interface AnyRecord {
  words: RecordSpec<never>['words'];
  $alive: WritableAtom<boolean>;
  $about: ReadableAtom<readonly string[]>;
  $saved: ReadableAtom<Saved | null>;
  $value: ReadableAtom<object>;
  $locks: ReadableAtom<Locks>;
  $problems: ReadableAtom<readonly Problem[]>;
  $missing: ReadableAtom<readonly Problem[]>;
  $index: ReadableAtom<readonly IndexRow[]>;
  $save: ReadableAtom<SaveState<Saved>>;
  holds(section: string): readonly string[];
  partOf(key: string): string;
  valueOf(current: Saved): object;
  compared(): readonly ConflictField[];
  change(patch: object): void;
  adopt(current: Saved): void;
  resolve(part: string, chosen: object): Promise<void>;
  overtaken(current: Saved): { state: string; goOn: ((typed: object, key: string) => Promise<void>) | null } | null;
  restore(): { copy: Copy<object>; older: boolean } | null;
  resume(left: Copy<object>): void;
  autosave: {
    base(): object;
    flush(): Promise<boolean>;
    unsaved(): boolean;
    forget(): void;
    ask(open: boolean): void;
  };
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
