import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { defaultMessage, type FieldMessages } from '#domain/errors.ts';
import { CallError, currentIn } from '#site/lib/call.ts';
import { createOwnSaves } from './own-saves.ts';
import { createLedger, sameValue, versionOf, type Copy, type Ledger, type LedgerDeps, type Saved } from './ledger.ts';

/** The state of saving that the badge shows. `failed` is retried automatically unless `final`. */
export type SaveState<Current> =
  | { kind: 'idle' }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: string; final: boolean }
  | { kind: 'invalid'; message: string; fields: FieldMessages }
  /** `shown`: the dialog about the conflict is open. */
  | { kind: 'conflict'; part: string; current: Current; message: string; shown: boolean };

export interface AutosaveDeps<Value, Current> extends LedgerDeps {
  /** Creates the record; only for kinds whose records begin on their page. */
  create?(value: Value, key: string): Promise<Current>;
  /** Sends one part of the value, over the version that the person saw. */
  save(value: Value, over: { id: number; part: string; version: number }): Promise<Current>;
  /** The value that somebody else saved, from the record in a refusal for staleness (412). */
  valueOf(current: Current): Value;
  /** The record in such a refusal, where the server sends another form of it than the page keeps. */
  currentOf?: ((sent: unknown) => Current) | undefined;
  /** May the entry of this key be changed? */
  isOpen(key: string): boolean;
  /** Has the person only begun something in this part, as a row without its file? By itself it is not sent before it is done. */
  isBegun?(part: string, value: Value): boolean;
  /** Runs after each acknowledged save, with the server's answer. */
  onSaved?(saved: Current): void;
}

const DEBOUNCE = 800;
const MAX_RETRY = 30_000;
/** The state that the badge shows, and the parts that somebody else saved first, until the person decides. */
function createStatus<Current extends Saved>(opened: Current | null) {
  const $state = atom<SaveState<Current>>(opened ? { kind: 'saved', at: opened.updatedAt } : { kind: 'idle' });
  const disputed = new Map<string, { current: Current; message: string }>();
  let shown = true;
  const say = (state: SaveState<Current>) => {
    const [first] = disputed;
    $state.set(first ? { kind: 'conflict', part: first[0], ...first[1], shown } : state);
  };
  return {
    $state,
    say,
    dispute(part: string, current: Current, message: string) {
      disputed.set(part, { current, message });
      shown = true;
    },
    isDisputed: (part: string) => disputed.has(part),
    hasDisputes: () => disputed.size > 0,
    /** What the other person saved of a disputed part. */
    against: (part: string): Current => disputed.get(part)!.current,
    end: (names: readonly string[]) => names.forEach((name) => disputed.delete(name)),
    /** Opens the dialog about the disputed part, or postpones it. */
    ask(open: boolean) {
      shown = open;
      say($state.get());
    },
  };
}
type Status<Current extends Saved> = ReturnType<typeof createStatus<Current>>;

/** Sends the changed parts that nobody disputes one after the other, and tries again what failed. */
function createSender<Value extends object, Current extends Saved>(
  $value: ReadableAtom<Value>,
  $saved: ReadableAtom<Current | null>,
  { parts, of, changed, ...ledger }: Ledger<Value, Current>,
  { say, dispute, isDisputed, hasDisputes, end }: Status<Current>,
  deps: AutosaveDeps<Value, Current>,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  /** Did the person ask for this save, by a step that wants everything saved? */
  let isAsked = false;
  let failures = 0;
  const own = createOwnSaves();
  const halt = () => clearTimeout(timer);
  const later = (ms: number) => {
    halt();
    timer = setTimeout(() => void save(), ms);
  };

  function acknowledge(answer: Current, sent: Partial<Value>, names: readonly string[]) {
    ledger.take(answer, sent, names);
    end(names);
    failures = 0;
    deps.onSaved?.(answer);
    ledger.keep();
  }

  async function send(part: string, value: Value): Promise<void> {
    const saved = $saved.get();
    if (saved) {
      const answer = await deps.save(value, { id: saved.id, part, version: ledger.seen(part) });
      own.note(saved, answer);
      return acknowledge(answer, of(value, [part]), [part]);
    }
    const { key, body } = ledger.posting(value);
    acknowledge(await deps.create!(body, key), body, parts);
  }

  /** Handles the failure of a part. True: nothing blocks the other parts, so saving continues. */
  function fail(error: unknown, part: string, sent: Value): boolean {
    if (!(error instanceof CallError)) {
      say({ kind: 'failed', message: defaultMessage.internal, final: true });
      throw error;
    }
    const { status, body } = error;
    const current = currentIn(error, deps.currentOf);
    if (current) {
      const own = of(sent, [part]);
      // If the answer to our own save was lost, that save looks like somebody else's.
      if (sameValue(of(deps.valueOf(current), [part]), own)) acknowledge(current, own, [part]);
      else dispute(part, current, body.message);
      return true;
    }
    // The server refuses this content at every try, so the next try is a new request.
    const refused = [400, 413, 422].includes(status);
    const final = [401, 403, 404].includes(status) || (status === 409 && $saved.get() !== null);
    if (refused) ledger.unpost();
    say(
      refused
        ? { kind: 'invalid', message: body.message, fields: body.fields ?? {} }
        : { kind: 'failed', message: body.message, final },
    );
    if (!refused && !final) later(Math.min(MAX_RETRY, 2000 * 2 ** failures++));
    return false;
  }

  const waits = (part: string) => !isAsked && deps.isBegun?.(part, $value.get()) === true;
  const next = () => ($saved.get() ? changed().find((name) => !isDisputed(name) && !waits(name)) : parts[0]);
  async function run() {
    for (let part = next(); part !== undefined; part = next()) {
      const sent = $value.get();
      say({ kind: 'saving' });
      try {
        await send(part, sent);
      } catch (error) {
        if (!fail(error, part, sent)) return;
      }
    }
    say(changed().some(waits) ? { kind: 'dirty' } : { kind: 'saved', at: $saved.get()!.updatedAt });
  }
  function save(asked = false): Promise<void> {
    halt();
    isAsked ||= asked;
    running ??= run().finally(() => {
      running = null;
      isAsked = false;
    });
    return running;
  }
  /** Is a save running, or does everything unsaved wait for the person? */
  const isBusy = () => running !== null || (hasDisputes() && next() === undefined);
  return { acknowledge, halt, later, save, isBusy, ownBetween: own.between };
}

/**
 * Saves a record automatically: one call at a time, 800 ms after the last change. A new record is created with an
 * idempotency key; afterwards each part is saved with its version. A copy of each part stays in the browser until the
 * server has acknowledged it.
 */
export function createAutosave<Value extends object, Current extends Saved>(
  $value: WritableAtom<Value>,
  $saved: WritableAtom<Current | null>,
  deps: AutosaveDeps<Value, Current>,
) {
  const ledger = createLedger<Value, Current>($value, $saved, deps);
  const status = createStatus<Current>($saved.get());
  const { parts, of, unsaved } = ledger;
  const { $state, say } = status;
  const { acknowledge, halt, later, save, isBusy, ownBetween } = createSender($value, $saved, ledger, status, deps);

  /** Changes entries, except locked ones: keeps a copy and saves soon. */
  function change(patch: Partial<Value>): void {
    const entries = Object.entries(patch).filter(([key]) => deps.isOpen(key));
    if (entries.length === 0) return;
    $value.set({ ...$value.get(), ...Object.fromEntries(entries) });
    ledger.keepSoon();
    if (isBusy()) return;
    say({ kind: 'dirty' });
    later(DEBOUNCE);
  }

  return {
    $state,
    change,
    /** Restores what a killed tab left. If it was typed on another version of the record, the person decides. */
    restore(): { copy: Copy<Value>; older: boolean; resume(): void } | null {
      const left = ledger.left();
      if (!left || !Object.keys(left.value).some(deps.isOpen)) return null;
      const older = !ledger.fits(left);
      const resume = () => {
        ledger.resume(left);
        change(left.value);
      };
      if (!older) resume();
      return { copy: left, older, resume };
    },
    /** Saves pending changes now. True when the server has everything. */
    async flush(): Promise<boolean> {
      ledger.keepDue();
      if ($saved.get() === null || unsaved()) await save(true);
      return $saved.get() !== null && !unsaved();
    },
    /** The value that the server last had from this page: any difference from it was typed. */
    base: ledger.base,
    ownBetween,
    /** Has the person typed something that the server does not have? */
    unsaved,
    /** Adopts the server's record, for example after a move or after somebody else's save. */
    adopt(answer: Current): void {
      $value.set(deps.valueOf(answer));
      halt();
      acknowledge(answer, $value.get(), parts);
      say({ kind: 'saved', at: answer.updatedAt });
    },
    /** Ends the dispute about a part: the chosen values replace what the other person saved. */
    resolve(part: string, chosen: Partial<Value>): Promise<void> {
      $value.set({ ...$value.get(), ...chosen });
      const current = status.against(part);
      acknowledge(current, of(deps.valueOf(current), [part]), [part]);
      say({ kind: 'dirty' });
      return save();
    },
    /** Starts a dispute when another call finds that somebody else changed the record: the person decides. */
    meet(current: Current, message: string) {
      const theirs = parts.filter((name) => versionOf(current, name) !== ledger.seen(name));
      theirs.forEach((name) => status.dispute(name, current, message));
      say($state.get());
    },
    ask: status.ask,
    leave: ledger.leave,
    /** What is saved now, where another call is refused because somebody else saved first. */
    currentOf: (error: unknown) => currentIn(error, deps.currentOf),
    /** Drops everything: the record was deleted, or the person logged out. */
    forget() {
      halt();
      ledger.forget();
    },
    stop() {
      halt();
      ledger.keepDue();
    },
  };
}
