import { useStore } from '@nanostores/react';
import { createContext, useContext } from 'react';
import type { Saved } from './ledger.ts';
import type { CourseStore } from './course.ts';

/** Any record with a course, as the parts of its page know it. */
export type AnyRecord = Omit<CourseStore<object, Saved>, 'attempt'>;

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
