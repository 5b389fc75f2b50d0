import type { ReadableAtom, WritableAtom } from 'nanostores';
import { newKey } from '#site/lib/forms.ts';
import { read, remove, write } from '#site/stores/persisted.ts';

/** What every answer to a save contains; the rest depends on the record. */
export interface Saved {
  id: number;
  version: number;
  /** The version of each section (absent: 1), where sections have their own: people in two of them never collide. */
  versions?: Readonly<Record<string, number>>;
  updatedAt: string;
}

/**
 * What remains in the browser after a killed tab: the parts that the server has not acknowledged, and the creating
 * call, which may have succeeded.
 */
export interface Copy<Value> {
  value: Partial<Value>;
  /** The versions of these parts on which the person typed; null for a record that was never saved. */
  versions: Readonly<Record<string, number>> | null;
  posting: { key: string; body: Value } | null;
}

export interface LedgerDeps {
  /** The part to which a key belongs. */
  partOf(key: string): string;
  /** The storage key of the unsaved copy: by id, or null while the server does not know the record. */
  copyKey(id: number | null): `draft:${string}`;
}

/**
 * Milliseconds before the copy is written: on a slow PC the browser's storage takes a third of a frame, and typed
 * text must appear first.
 */
const COPY = 100;
/** Milliseconds after which a page that was about to be left has stayed. */
const STAYED = 10_000;

export const versionOf = ({ version, versions }: Saved, part: string): number =>
  versions ? (versions[part] ?? 1) : version;

/**
 * Is the content the same? The order of keys and spaces around texts do not count, because the server trims and
 * reorders.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim();
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/** When the copy is written: soon after a change, at once when asked, and never again once it is dropped. */
function timing(write: (leaving: boolean) => void) {
  let due: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;
  const drop = () => {
    clearTimeout(due);
    due = undefined;
  };
  const keep = () => {
    drop();
    write(leaving);
  };
  return {
    keep,
    keepSoon() {
      due ??= setTimeout(keep, COPY);
    },
    /** Writes a due copy at once. */
    keepDue() {
      if (due) keep();
    },
    drop,
    /**
     * The page is being left with changes on their way: the server may read the record for the next page before it has
     * them, so their copy stays until that page has seen it, or this one has stayed.
     */
    leave() {
      leaving = true;
      setTimeout(() => {
        leaving = false;
        keep();
      }, STAYED);
    },
  };
}

/** Tracks which parts of the value the server has, and keeps a copy of the others in the browser. */
export function createLedger<Value extends object, Current extends Saved>(
  $value: ReadableAtom<Value>,
  $saved: WritableAtom<Current | null>,
  { partOf, copyKey }: LedgerDeps,
) {
  const copy = () => copyKey($saved.get()?.id ?? null);
  const parts = [...new Set(Object.keys($value.get()).map(partOf))];
  const of = (value: Value, names: readonly string[]) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(partOf(key)))) as Partial<Value>;
  let acknowledged = $value.get();
  /** The version of each part on the screen: the answer to one part says nothing about the others. */
  const seen = new Map<string, number>();
  let posting: Copy<Value>['posting'] = null;

  const see = (record: Saved, names: readonly string[]) =>
    names.forEach((name) => seen.set(name, versionOf(record, name)));
  const opened = $saved.get();
  if (opened) see(opened, parts);

  const changed = () => {
    const now = Object.entries($value.get());
    const keys = now.filter(([key, value]) => value !== acknowledged[key as keyof Value]).map(([key]) => key);
    return parts.filter((name) => keys.some((key) => partOf(key) === name));
  };
  const unsaved = () => posting !== null || changed().length > 0;
  const copying = timing((leaving) => {
    if (!unsaved()) return leaving ? undefined : remove(copy());
    const names = $saved.get() ? changed() : parts;
    const versions = $saved.get() && Object.fromEntries(names.map((name) => [name, seen.get(name)!]));
    write(copy(), { value: of($value.get(), names), versions, posting });
  });
  const { keep } = copying;

  return {
    parts,
    of,
    changed,
    unsaved,
    ...copying,
    seen: (part: string) => seen.get(part)!,
    base: () => acknowledged,
    /** Records that the server has these values; `keep` then updates the copy. */
    take(answer: Current, sent: Partial<Value>, names: readonly string[]) {
      // The copy of a new record lies under another key; from now on it lies under the record's id.
      if (!$saved.get()) remove(copy());
      acknowledged = { ...acknowledged, ...sent };
      see(answer, names);
      posting = null;
      $saved.set(answer);
    },
    /**
     * The body of the creating call. A retry sends the same one: if the first call succeeded, the server replays its
     * answer and creates no second record.
     */
    posting(value: Value) {
      posting ??= { key: newKey(), body: value };
      keep();
      return posting;
    },
    /** The next creating call is a new request. */
    unpost() {
      posting = null;
    },
    /** The copy that a killed tab or a closed browser left, when it differs from the server's value. */
    left(): Copy<Value> | null {
      const left = read(copy()) as Copy<Value> | null;
      const now = $value.get() as Record<string, unknown>;
      if (!left || !Object.entries(left.value).every(([key, value]) => sameValue(value, now[key]))) return left;
      remove(copy());
      return null;
    },
    /** Was the copy typed on the versions now on the screen? */
    fits: ({ versions }: Copy<Value>) =>
      versions === null
        ? $saved.get() === null
        : Object.entries(versions).every(([part, version]) => version === seen.get(part)),
    /** Continues from a copy: first repeats its creating call with the same key. */
    resume(left: Copy<Value>) {
      if (left.versions === null) posting = left.posting;
    },
    /** Drops all pending changes and the copy. */
    forget() {
      copying.drop();
      acknowledged = $value.get();
      posting = null;
      remove(copy());
    },
  };
}

export type Ledger<Value extends object, Current extends Saved> = ReturnType<typeof createLedger<Value, Current>>;
