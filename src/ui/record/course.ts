import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Missing } from '#domain/errors.ts';
import type { Locks } from '#domain/locks.ts';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '../toast.ts';
import { sameValue, versionOf, type Saved } from './autosave.ts';
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
  /** Whom and what it is about, as far as it is known: heading, name of the tab. */
  $about: ReadableAtom<readonly string[]>;
  /** What this person may do with it as it is saved; null while the server does not know it. */
  actionsOf(saved: Current | null): readonly Action[];
  locksOf(saved: Current | null, actions: readonly Action[]): Locks<Section>;
  /** What the rules say of what stands there. */
  $issues?: ReadableAtom<readonly Issue[]>;
  /** All that keeps it from its next step: said when that is asked for. */
  $blockers?: ReadableAtom<readonly Issue[]>;
  /** How its fields are written where two versions are compared. */
  compared(): readonly ConflictField[];
  /** Of a kind that goes on in revisions: what was typed while somebody else led it on goes into one. */
  revisions?: {
    stateOf(saved: Current): string;
    /** Makes the revision, once for a key. */
    revise(id: number, key: string): Promise<Current & { href: string }>;
  };
}

/** What a person chose where a step asks why. */
export interface Why {
  reason: string;
  note: string;
}

/** What a refusal says, and all that is missing for the step, where it is known. */
interface Refused {
  message: string;
  missing?: readonly Missing[] | undefined;
}

/** What is done with the whole record; `miss` hears why something was refused, `begin` that something is tried again. */
function doing<Value extends object, Current extends Saved, Section extends string>(
  record: RecordStore<Value, Current, Current, Section>,
  {
    valueOf,
    isOpen,
    begin,
    miss,
  }: {
    valueOf: (current: Current) => Value;
    isOpen: (saved: Current | null) => boolean;
    begin: () => void;
    miss: (refused: Refused) => void;
  },
) {
  function refused(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    const { status, body, message } = error;
    const current = status === 412 ? (body.current as Current | undefined) : undefined;
    // Where the person reads something else than what is saved now, and could write over it, the person decides.
    const differs = current && isOpen(record.$saved.get()) && !sameValue(valueOf(current), record.$value.get());
    if (differs) return record.autosave.meet(current, message);
    if (current) record.adopt(current);
    miss({ message, missing: body.missing });
  }

  let running = false;
  /** Something done with the whole record: one thing at a time, what is pressed meanwhile is not heard; what is refused is said. */
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

  /** The same with what was typed, which is saved first; the record that is answered is what stands there now. True: it was done. */
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
  /** A new record made from this one opens in its own page. The call keeps its idempotency key until the server has answered. */
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

/**
 * Everything that the page of a record with a course knows: its value, whether it is saved, what may be done with it, what is locked, what
 * is wrong and what is missing. One per island, made from props, so that nothing is shared between visitors on the server.
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
  /** Paths of what was missing when the next step was asked for: shown until it is there, and nothing of what is added later. */
  const $asked = atom<ReadonlySet<string>>(new Set());
  /** What the server missed, beside the entry that it was missed in: another one may mend it. */
  const $missed = atom<readonly (Issue & { was: unknown })[]>([]);
  const entryOf = (path: string) => $value.get()[path.split('.')[0] as keyof Value];
  const $missing = computed([$missed, $value], (missed) => missed.filter(({ path, was }) => entryOf(path) === was));
  const record = createRecord<Value, Current, Current, Section>({
    ...deps,
    opened: $saved.get(),
    $locks,
    $issues: computed([$issues, $blockers, $asked, $missing], (issues, blockers, asked, missing) => [
      ...blockers.filter(({ path }) => asked.has(path)),
      ...missing,
      ...issues,
    ]),
  });
  /** May anything be written in it, as it is saved? */
  const isOpen = (saved: Current | null) => {
    const locks = locksOf(saved, actionsOf(saved));
    return spec.sections.some(({ name }) => locks[name] === undefined);
  };
  const say = (message: string) => void toast(message, { kind: 'bad' });
  const ask = () => $asked.set(new Set($blockers.get().map(({ path }) => path)));

  /** A step is refused: why is said, what is missing for it also where it is mended, if it says where; the focus goes to the first. */
  function miss({ message, missing = [] }: Refused): void {
    say(message);
    const placed = missing.filter(({ section, field }) => section ?? field);
    $missed.set(
      placed.map(({ sentence, section, field }) => {
        const path = field ?? '';
        return { level: 'error', path, message: sentence, section, was: entryOf(path) };
      }),
    );
    const [first] = $missing.get();
    if (first) showProblem(first.section ?? record.sectionOf(first.path));
  }

  /** Does anything stand against the next step? Then that is said, and the focus goes where it is mended. `blocked` has the message. */
  function isBlocked(blocked: string): boolean {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    const [blocker] = $blockers.get();
    if (!unread) ask();
    if (!unread && !blocker) return false;
    unread?.focus();
    if (!unread) showProblem(record.sectionOf(blocker!.path));
    say(t(blocked, { message: unread ? words.unread : blocker!.message }));
    return true;
  }

  const begin = () => $missed.set([]);
  const { alone, attempt, derive } = doing(record, { valueOf: deps.calls.valueOf, isOpen, begin, miss });

  return {
    ...record,
    $about: computed($about, steady<readonly string[]>()),
    $actions,
    $asked,
    $missing: computed($missing, (missing) => missing.map((one) => record.placed(one))),
    valueOf: deps.calls.valueOf,
    compared,
    /** What became of a record that takes nothing in any more; nothing for a kind without revisions. */
    stateOf: (saved: Current) => (revisions && !isOpen(saved) ? revisions.stateOf(saved) : null),
    mayRevise: (saved: Current) => (actionsOf(saved) as readonly string[]).includes('revise'),
    /** What was typed goes into a revision of what somebody else led on; it opens in its own page. */
    goOn: async ({ id }: Current, typed: Partial<Value>, key: string): Promise<void> => {
      const made = await revisions!.revise(id, key);
      const body = { ...deps.calls.valueOf(made), ...typed };
      await deps.calls.save(body, { id: made.id, part: '', version: versionOf(made, '') });
      record.autosave.forget();
      location.assign(made.href);
    },
    alone,
    attempt,
    derive,
    miss,
    isBlocked,
    ask,
  };
}
export type CourseStore<
  Value extends object,
  Current extends Saved,
  Section extends string = string,
  Action extends string = string,
> = ReturnType<typeof createCourse<Value, Current, Section, Action>>;
