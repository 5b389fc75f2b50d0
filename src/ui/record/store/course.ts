import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Missing } from '#domain/errors.ts';
import type { Locks } from '#domain/record/locks.ts';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { createAutosave, type AutosaveDeps } from './autosave.ts';
import type { ConflictField } from '../page/ConflictDialog.tsx';
import { sameValue, versionOf, type Saved } from './ledger.ts';
import { placed, problemsOf, showProblem, type Issue, type Places, type Problem } from '../form/problems.ts';
import type { IndexRow, RecordSpec } from '../form/spec.ts';

const none: ReadableAtom<readonly Issue[]> = atom([]);

export interface CourseDeps<
  Value extends object,
  Current extends Saved,
  Section extends string,
  Action extends string,
> extends Pick<AutosaveDeps<Value, Current>, 'copyKey' | 'isBegun' | 'onSaved'> {
  spec: RecordSpec<Value, Section>;
  $value: WritableAtom<Value>;
  $saved: WritableAtom<Current | null>;
  /** Customer and subject, as far as they are known, for the heading and the browser tab. */
  $about: ReadableAtom<readonly string[]>;
  /** The actions that this person may take on the record as it is saved; null while the server does not know it. */
  actionsOf(saved: Current | null): readonly Action[];
  locksOf(saved: Current | null, actions: readonly Action[]): Locks<Section>;
  /** The issues that the rules find in the current value. */
  $issues?: ReadableAtom<readonly Issue[]>;
  /** Everything that prevents the next step; shown when the person asks for that step. */
  $blockers?: ReadableAtom<readonly Issue[]>;
  /** The fields and their formats, for comparing two versions. */
  compared(): readonly ConflictField[];
  /** For kinds with revisions: changes typed while somebody else moved the record on go into a revision. */
  revisions?: {
    stateOf(saved: Current): string;
    /** Makes the revision; one key makes one revision. */
    revise(id: number, key: string): Promise<Current & { href: string }>;
  };
  calls: Pick<AutosaveDeps<Value, Current>, 'create' | 'save' | 'valueOf' | 'currentOf'>;
}

/** Keeps the previous list while its content stays the same, so that components do not draw again. */
function steady<List>($list: ReadableAtom<List>): ReadableAtom<List> {
  let said: List | undefined;
  return computed($list, (now) => (JSON.stringify(now) === JSON.stringify(said) ? said! : (said = now)));
}

/** What is missing for the next step, shown at its fields once the person has asked for that step. */
function lacking<Value extends object>(
  $value: ReadableAtom<Value>,
  $blockers: ReadableAtom<readonly Issue[]>,
  places: Places,
) {
  /** Paths that were missing when the person asked. Each shows until it is filled; later ones are not added. */
  const $asked = atom<ReadonlySet<string>>(new Set());
  /** What the server found missing, with the entry's value at that time: another value may correct it. */
  const $missed = atom<readonly (Problem & { was: unknown })[]>([]);
  const entryOf = (path: string) => $value.get()[path.split('.')[0] as keyof Value];
  const $missing = computed([$missed, $value], (missed) => missed.filter(({ path, was }) => entryOf(path) === was));
  const ask = () => $asked.set(new Set($blockers.get().map(({ path }) => path)));

  /** Reports why a step is refused, and moves the focus to the first thing to correct. */
  function refuse(message: string, [first]: readonly Problem[]): void {
    void toast(message, { kind: 'bad' });
    if (first) showProblem(first.section, first.path);
  }

  /** Reports a refusal, and shows what is missing for the step at its fields where they are known. */
  function miss({ message, missing = [] }: { message: string; missing?: readonly Missing[] | undefined }): void {
    const known = missing.filter(({ section, field }) => section ?? field);
    const problems = known.map(({ sentence, section, field: path = '' }) => ({
      ...placed({ level: 'error', path, message: sentence, section }, places),
      was: entryOf(path),
    }));
    $missed.set(problems);
    refuse(message, problems);
  }

  /** Does anything prevent the next step? If so, reports it with `blocked`, and the focus goes to the field to correct. */
  function isBlocked(blocked: string): boolean {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    if (!unread) ask();
    const problems = unread ? [] : $blockers.get().map((issue) => placed(issue, places));
    const message = unread ? words.unread : problems[0]?.message;
    unread?.focus();
    if (message !== undefined) refuse(t(blocked, { message }), problems);
    return message !== undefined;
  }
  return {
    $asked,
    $missing,
    $lacks: computed([$blockers, $asked, $missing], (blockers, asked, missing) => [
      ...blockers.filter(({ path }) => asked.has(path)),
      ...missing,
    ]),
    ask,
    miss,
    isBlocked,
    /** A new try begins: what the server found missing at the last one no longer counts. */
    again: () => $missed.set([]),
  };
}

/** Runs actions on the whole record. */
function doing<Value extends object, Current extends Saved>(
  $saved: ReadableAtom<Current | null>,
  autosave: ReturnType<typeof createAutosave<Value, Current>>,
  { miss, again }: Pick<ReturnType<typeof lacking>, 'miss' | 'again'>,
  /** Does the person see other values than these, and may change them? */
  differs: (current: Current) => boolean,
) {
  function refused(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    const { body, message } = error;
    const current = autosave.currentOf(error);
    // The person could overwrite what is saved now, so the person decides.
    if (current && differs(current)) return autosave.meet(current, message);
    if (current) autosave.adopt(current);
    miss({ message, missing: body.missing });
  }

  let running = false;
  /** Runs one thing at a time and ignores presses meanwhile; reports its end. True: it succeeded. */
  async function alone(work: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (running) return false;
    running = true;
    again();
    const end = () => (running = false);
    return attempt(work, { done, refused, again: end });
  }

  /** Saves the typed values first, then runs the action, adopts the record it answers, and says that it is `done`. */
  const attemptSaved = (work: (seen: Current) => Promise<Current | void>, done?: string) =>
    alone(async () => {
      if (!(await autosave.flush())) return false;
      const now = await work($saved.get()!);
      if (now) autosave.adopt(now);
      return true;
    }, done);

  const keys: Record<string, string> = {};
  /**
   * Makes a new record from this one and opens its page. The call keeps its idempotency key until the server has
   * answered.
   */
  const derive = (name: string, make: (id: number, key: string) => Promise<{ href: string }>) =>
    attemptSaved(async ({ id }) => {
      keys[name] ??= newKey();
      try {
        location.assign((await make(id, keys[name])).href);
      } catch (error) {
        if (error instanceof CallError && madeNothing(error.status)) delete keys[name];
        throw error;
      }
    });
  return { alone, attempt: attemptSaved, derive };
}

/**
 * The state of the page of a record with a course: its value, its saving, the allowed actions, what is locked, wrong
 * or missing. Each island creates one from its props, so visitors on the server share nothing.
 */
export function createCourse<
  Value extends object,
  Current extends Saved,
  Section extends string,
  Action extends string,
>(deps: CourseDeps<Value, Current, Section, Action>) {
  const { spec, $value, $saved, $about, $issues = none, $blockers = none, calls, actionsOf, locksOf } = deps;
  const { sections, ownField } = spec;
  /** The section that holds an entry; an entry of no section belongs to the first section that holds any. */
  function sectionOf(path: string): Section {
    const root = path.split('.')[0]!;
    return (sections.find(({ holds }) => holds.includes(root)) ?? sections.find(({ holds }) => holds.length > 0)!).name;
  }
  const partOf = $saved.get()?.versions ? sectionOf : () => '';
  const $actions = computed($saved, actionsOf);
  const $locks = computed([$saved, $actions], locksOf);
  /** May any section be edited, as the record is saved? */
  const isOpen = (saved: Current | null) => {
    const locks = locksOf(saved, actionsOf(saved));
    return sections.some(({ name }) => locks[name] === undefined);
  };

  const autosave = createAutosave<Value, Current>($value, $saved, {
    ...deps,
    ...calls,
    partOf,
    isOpen: (key) => $locks.get()[sectionOf(key)] === undefined,
  });
  const places = { sectionOf, ownField };
  const { $lacks, again, ...lack } = lacking($value, $blockers, places);
  const differs = (current: Current) => isOpen($saved.get()) && !sameValue(calls.valueOf(current), $value.get());

  const $problems = steady(
    computed([$lacks, $issues, autosave.$state], (lacks, issues, state) =>
      problemsOf([...lacks, ...issues], state.kind === 'invalid' ? state.fields : {}, places),
    ),
  );
  const $index = steady(
    computed([$value, $problems, $locks], (value, problems, locks) =>
      sections.map(({ name, label, done }): IndexRow => {
        const wrong = problems.some((one) => one.level === 'error' && one.section === name);
        return { name, label, state: wrong ? 'wrong' : done(value) ? 'done' : 'open', locked: locks[name] };
      }),
    ),
  );

  return {
    ...deps,
    ...lack,
    ...doing($saved, autosave, { miss: lack.miss, again }, differs),
    autosave,
    change: autosave.change,
    adopt: autosave.adopt,
    currentOf: autosave.currentOf,
    ownBetween: autosave.ownBetween,
    /** False until the island runs: the server's page must accept no input, because hydration would discard it. */
    $alive: atom(false),
    $about: steady($about),
    $actions,
    $locks,
    $problems,
    $index,
    $save: autosave.$state,
    sectionOf,
    partOf,
    /**
     * What a record that somebody else moved on, and that accepts no more changes, says: its state, and how the typed
     * values go into a revision of it, whose page opens, where one may be made. Null for kinds without revisions.
     */
    overtaken(saved: Current) {
      const { revisions } = deps;
      if (!revisions || isOpen(saved)) return null;
      const goOn = async (changed: Partial<Value>, key: string): Promise<void> => {
        const made = await revisions.revise(saved.id, key);
        const body = { ...calls.valueOf(made), ...changed };
        await calls.save(body, { id: made.id, part: '', version: versionOf(made, '') });
        autosave.forget();
        location.assign(made.href);
      };
      const mayRevise = (actionsOf(saved) as readonly string[]).includes('revise');
      return { state: revisions.stateOf(saved), goOn: mayRevise ? goOn : null };
    },
  };
}
export type CourseStore<
  Value extends object,
  Current extends Saved,
  Section extends string = string,
  Action extends string = string,
> = ReturnType<typeof createCourse<Value, Current, Section, Action>>;
