import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Locks } from '#domain/locks.ts';
import { newKey } from '#site/lib/forms.ts';
import { read, remove, write } from '#site/stores/persisted.ts';
import { createAutosave, type AutosaveDeps, type Copy, type Saved } from './autosave.ts';
import { placed, problemsOf, type Issue, type Problem } from './problems.ts';
import type { IndexRow, RecordSpec } from './spec.ts';

export interface RecordDeps<Value extends object, Head extends Saved, Current extends Head, Section extends string> {
  spec: RecordSpec<Value, Section>;
  opened: Current | null;
  $value: WritableAtom<Value>;
  $saved: WritableAtom<Head | null>;
  $locks: ReadableAtom<Locks<Section>>;
  $issues: ReadableAtom<readonly Issue[]>;
  calls: Pick<AutosaveDeps<Value, Head, Current>, 'create' | 'save' | 'valueOf' | 'currentOf'>;
  /** The storage key of the unsaved copy: by id, or null while the server does not know the record. */
  copyKey(id: number | null): `draft:${string}`;
  onSaved?: ((saved: Head) => void) | undefined;
}

/** Returns the previous list while its content stays the same, so that components do not draw again. */
export function steady<List>(): (now: List) => List {
  let said: List | undefined;
  return (now) => (said !== undefined && JSON.stringify(now) === JSON.stringify(said) ? said : (said = now));
}

/** The section that holds an entry; an entry of no section belongs to the first section that holds any. */
function holderOf<Value extends object, Section extends string>(
  { sections }: RecordSpec<Value, Section>,
  path: string,
): Section {
  const root = path.split('.')[0]!;
  return (sections.find(({ holds }) => holds.includes(root)) ?? sections.find(({ holds }) => holds.length > 0)!).name;
}

/** Copies in the browser's storage; their key may change when the record gets its id. */
const copiesAt = <Value>(keyOf: () => `draft:${string}`): AutosaveDeps<Value, never, never>['copies'] => ({
  read: () => read(keyOf()) as Copy<Value> | null,
  write: (left) => write(keyOf(), left),
  remove: () => remove(keyOf()),
});

/**
 * The state of one large record: its value, its saving, what is wrong, what is locked. Each island creates one from
 * its props, so visitors on the server share nothing.
 */
export function createRecord<Value extends object, Head extends Saved, Current extends Head, Section extends string>({
  spec,
  opened,
  $value,
  $saved,
  $locks,
  $issues,
  calls,
  copyKey,
  onSaved,
}: RecordDeps<Value, Head, Current, Section>) {
  const sectionOf = (path: string) => holderOf(spec, path);
  const places = { sectionOf, ownField: spec.ownField };
  const copy = () => copyKey($saved.get()?.id ?? null);
  const autosave = createAutosave<Value, Head, Current>($value, opened, {
    ...calls,
    newKey,
    ...(spec.versionBySection && { partOf: sectionOf }),
    copies: copiesAt<Value>(copy),
    onSaved(saved) {
      // The copy of a new record lies under another key; from now on it lies under the record's id.
      if (!$saved.get()) remove(copy());
      $saved.set(saved);
      onSaved?.(saved);
    },
  });
  const { $state } = autosave;
  const sameProblems = steady<readonly Problem[]>();
  const sameIndex = steady<readonly IndexRow[]>();
  const $problems = computed([$issues, $state], (issues, state) =>
    sameProblems(problemsOf(issues, state.kind === 'invalid' ? state.fields : {}, places)),
  );
  const $index = computed([$value, $problems, $locks], (value, problems, locks) =>
    sameIndex(
      spec.sections.map(({ name, label, done }): IndexRow => {
        const wrong = problems.some((one) => one.level === 'error' && one.section === name);
        return { name, label, state: wrong ? 'wrong' : done(value) ? 'done' : 'open', locked: locks[name] };
      }),
    ),
  );
  const open = (key: string) => $locks.get()[sectionOf(key)] === undefined;

  /** The part of a change that is allowed: locked sections are left out. */
  function change(patch: Partial<Value>) {
    const entries = Object.entries(patch).filter(([key]) => open(key));
    if (entries.length === 0) return;
    $value.set({ ...$value.get(), ...Object.fromEntries(entries) });
    autosave.changed();
  }

  /** Adopts the server's record, for example after a move or after somebody else's save. */
  function adopt(current: Current) {
    $value.set(calls.valueOf(current));
    autosave.settle(current);
  }

  /** Applies the person's choice for a part that somebody else saved first. */
  function resolve(part: string, chosen: Partial<Value>): Promise<void> {
    $value.set({ ...$value.get(), ...chosen });
    return autosave.overwrite(part);
  }

  /** Continues from a copy that a killed tab left. */
  function resume(left: Copy<Value>) {
    autosave.resume(left);
    change(left.value);
  }

  /** Restores what a killed tab left. If it was typed on another version of the record, the person decides. */
  function restore(): { copy: Copy<Value>; older: boolean } | null {
    const left = autosave.left();
    if (!left || !Object.keys(left.value).some(open)) return null;
    const older = !autosave.fits(left);
    if (!older) resume(left);
    return { copy: left, older };
  }

  return {
    words: spec.words,
    /** False until the island runs: the server's page must accept no input, because hydration would discard it. */
    $alive: atom(false),
    $value,
    $saved,
    $locks,
    $problems,
    $index,
    $save: $state,
    autosave,
    sectionOf,
    placed: (issue: Issue) => placed(issue, places),
    holds: (section: string) => spec.sections.find(({ name }) => name === section)?.holds ?? [],
    partOf: spec.versionBySection ? sectionOf : () => '',
    change,
    adopt,
    resolve,
    resume,
    restore,
  };
}
export type RecordStore<
  Value extends object,
  Head extends Saved,
  Current extends Head,
  Section extends string = string,
> = ReturnType<typeof createRecord<Value, Head, Current, Section>>;
