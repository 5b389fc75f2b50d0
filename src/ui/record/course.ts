import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Missing } from '#domain/errors.ts';
import type { Locks } from '#domain/locks.ts';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '../toast.ts';
import { currentIn, sameValue, versionOf, type Saved } from './autosave.ts';
import type { ConflictField } from './ConflictDialog.tsx';
import { showProblem, type Issue } from './problems.ts';
import { createRecord, steady, type RecordDeps, type RecordStore } from './record.ts';

const none: ReadableAtom<readonly Issue[]> = atom([]);

export interface CourseDeps<
  Value extends object,
  Current extends Saved,
  Section extends string,
  Action extends string,
> extends Omit<RecordDeps<Value, Current, Current, Section>, 'opened' | '$locks' | '$issues'> {
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
}

/** The message of a refusal, and everything that is missing for the step where it is known. */
interface Refused {
  message: string;
  missing?: readonly Missing[] | undefined;
}

/** Runs actions on the whole record; `miss` receives the reasons of a refusal, `begin` the start of a new try. */
function doing<Value extends object, Current extends Saved, Section extends string>(
  record: RecordStore<Value, Current, Current, Section>,
  {
    calls,
    currentOf,
    isOpen,
    begin,
    miss,
  }: {
    calls: CourseDeps<Value, Current, Section, never>['calls'];
    currentOf: (error: CallError) => Current | undefined;
    isOpen: (saved: Current | null) => boolean;
    begin: () => void;
    miss: (refused: Refused) => void;
  },
) {
  function refused(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    const { body, message } = error;
    const current = currentOf(error);
    // The person sees something else than what is saved now and could overwrite it, so the person decides.
    const differs = current && isOpen(record.$saved.get()) && !sameValue(calls.valueOf(current), record.$value.get());
    if (differs) return record.autosave.meet(current, message);
    if (current) record.adopt(current);
    miss({ message, missing: body.missing });
  }

  let running = false;
  /** Runs one action at a time and ignores presses meanwhile; reports a refusal. */
  async function alone(work: () => Promise<unknown>): Promise<void> {
    if (running) return;
    running = true;
    begin();
    try {
      await work();
    } catch (error) {
      refused(error);
    } finally {
      running = false;
    }
  }

  /**
   * Saves the typed values first, then runs the action and adopts the record it answers. True: the action succeeded.
   */
  async function attempt(work: (seen: Current) => Promise<Current | void>, done?: string): Promise<boolean> {
    let isDone = false;
    await alone(async () => {
      if (!(await record.autosave.flush())) return;
      const now = await work(record.$saved.get()!);
      if (now) record.adopt(now);
      isDone = true;
    });
    if (isDone && done) void toast(done, { kind: 'ok' });
    return isDone;
  }

  const keys: Record<string, string> = {};
  /**
   * Makes a new record from this one and opens its page. The call keeps its idempotency key until the server has
   * answered.
   */
  const derive = (name: string, make: (id: number, key: string) => Promise<{ href: string }>) =>
    attempt(async ({ id }) => {
      keys[name] ??= newKey();
      try {
        location.assign((await make(id, keys[name])).href);
      } catch (error) {
        if (error instanceof CallError && madeNothing(error.status)) delete keys[name];
        throw error;
      }
    });
  return { alone, attempt, derive };
}

/** What is missing for the next step, shown at its fields once the person has asked for that step. */
function lacking<Value extends object>($value: ReadableAtom<Value>, $blockers: ReadableAtom<readonly Issue[]>) {
  /** Paths that were missing when the person asked. Each shows until it is filled; later ones are not added. */
  const $asked = atom<ReadonlySet<string>>(new Set());
  /** What the server found missing, with the entry's value at that time: another value may correct it. */
  const $missed = atom<readonly (Issue & { was: unknown })[]>([]);
  const entryOf = (path: string) => $value.get()[path.split('.')[0] as keyof Value];
  const $missing = computed([$missed, $value], (missed) => missed.filter(({ path, was }) => entryOf(path) === was));
  return {
    $asked,
    $missing,
    $issues: computed([$blockers, $asked, $missing], (blockers, asked, missing) => [
      ...blockers.filter(({ path }) => asked.has(path)),
      ...missing,
    ]),
    ask: () => $asked.set(new Set($blockers.get().map(({ path }) => path))),
    /** Takes in what the server found missing, as far as it says where. */
    tell: (missing: readonly Missing[]) =>
      $missed.set(
        missing
          .filter(({ section, field }) => section ?? field)
          .map(({ sentence: message, section, field: path = '' }) => ({
            level: 'error',
            path,
            message,
            section,
            was: entryOf(path),
          })),
      ),
  };
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
>({
  actionsOf,
  locksOf,
  $issues = none,
  $blockers = none,
  $about,
  compared,
  revisions,
  ...deps
}: CourseDeps<Value, Current, Section, Action>) {
  const { $value, $saved, spec } = deps;
  const $actions = computed($saved, actionsOf);
  const $locks = computed([$saved, $actions], locksOf);
  const lack = lacking($value, $blockers);
  const record = createRecord<Value, Current, Current, Section>({
    ...deps,
    opened: $saved.get(),
    $locks,
    $issues: computed([lack.$issues, $issues], (lacked, issues) => [...lacked, ...issues]),
  });
  /** May any section be edited, as the record is saved? */
  const isOpen = (saved: Current | null) => {
    const locks = locksOf(saved, actionsOf(saved));
    return spec.sections.some(({ name }) => locks[name] === undefined);
  };
  const say = (message: string) => void toast(message, { kind: 'bad' });

  /**
   * Reports why a step is refused, and shows what is missing at its fields where they are known; the focus goes to
   * the first.
   */
  function miss({ message, missing = [] }: Refused): void {
    say(message);
    lack.tell(missing);
    const [first] = lack.$missing.get();
    if (first) showProblem(first.section ?? record.sectionOf(first.path));
  }

  /**
   * Does anything prevent the next step? If so, reports it with `blocked` and moves the focus to the field to
   * correct.
   */
  function isBlocked(blocked: string): boolean {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    const [blocker] = $blockers.get();
    if (!unread) lack.ask();
    if (!unread && !blocker) return false;
    unread?.focus();
    if (!unread) showProblem(record.sectionOf(blocker!.path));
    say(t(blocked, { message: unread ? words.unread : blocker!.message }));
    return true;
  }

  const { calls } = deps;
  /** What is saved now, where a call was refused because somebody else saved first. */
  const currentOf = (error: CallError) => (error.status === 412 ? currentIn(error, calls) : undefined);
  const begin = () => lack.tell([]);
  const { alone, attempt, derive } = doing(record, { calls, currentOf, isOpen, begin, miss });

  return {
    ...record,
    $about: computed($about, steady<readonly string[]>()),
    $actions,
    $asked: lack.$asked,
    $missing: computed(lack.$missing, (missing) => missing.map((one) => record.placed(one))),
    valueOf: calls.valueOf,
    currentOf,
    compared,
    /**
     * What a record that somebody else moved on, and that accepts no more changes, says: its state, and how the typed
     * values go into a revision of it, whose page opens, where one may be made. Null for kinds without revisions.
     */
    overtaken(saved: Current) {
      if (!revisions || isOpen(saved)) return null;
      const goOn = async (typed: Partial<Value>, key: string): Promise<void> => {
        const made = await revisions.revise(saved.id, key);
        const body = { ...calls.valueOf(made), ...typed };
        await calls.save(body, { id: made.id, part: '', version: versionOf(made, '') });
        record.autosave.forget();
        location.assign(made.href);
      };
      const mayRevise = (actionsOf(saved) as readonly string[]).includes('revise');
      return { state: revisions.stateOf(saved), goOn: mayRevise ? goOn : null };
    },
    alone,
    attempt,
    derive,
    miss,
    isBlocked,
    ask: lack.ask,
  };
}
export type CourseStore<
  Value extends object,
  Current extends Saved,
  Section extends string = string,
  Action extends string = string,
> = ReturnType<typeof createCourse<Value, Current, Section, Action>>;
