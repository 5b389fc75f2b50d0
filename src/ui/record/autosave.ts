import { atom, type ReadableAtom } from 'nanostores';
import { defaultMessage, type FieldMessages } from '#domain/errors.ts';
import { CallError } from '#site/lib/call.ts';

/** What every answer to a save says; the rest is the record's own. */
export interface Saved {
  id: number;
  /** One for the whole record, or one for each of its parts: then people in different parts never collide. */
  version: number | Readonly<Record<string, number>>;
  updatedAt: string;
}

/** What the badge says about the record on the server. `failed` is tried again by itself unless `final`. */
export type SaveState<Current> =
  | { kind: 'idle' }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: string; final: boolean }
  | { kind: 'invalid'; message: string; fields: FieldMessages }
  /** `shown`: the dialog about it is open. */
  | { kind: 'conflict'; part: string; current: Current; message: string; shown: boolean };

/** What a killed tab leaves behind: the parts that the server has not acknowledged, and the creating call that may have got through. */
export interface Copy<Value> {
  value: Partial<Value>;
  /** Versions of these parts that they were typed upon; null for a record that was never saved. */
  versions: Readonly<Record<string, number>> | null;
  posting: { key: string; body: Value } | null;
}

export interface AutosaveDeps<Value, Head, Current> {
  create(value: Value, key: string): Promise<Head>;
  /** Send one part of the value, over the version of it that the person saw. */
  save(value: Value, over: { id: number; part: string; version: number }): Promise<Head>;
  /** What somebody else saved, from the record that a refusal for staleness (412) carries. */
  valueOf(current: Current): Value;
  /** The part that a key belongs to; without it the record is one part. */
  partOf?: ((key: string) => string) | undefined;
  copies: { read(): Copy<Value> | null; write(copy: Copy<Value>): void; remove(): void };
  newKey(): string;
  /** After each acknowledged save, with what the server answered. */
  onSaved(saved: Head): void;
  debounce?: number;
}

const DEBOUNCE = 800;
const MAX_RETRY = 30_000;
/** A press is drawn before its copy is written: on a slow PC the browser's storage takes a third of a frame. */
const COPY = 100;
const whole = () => '';

/** The version of one part. */
export const versionOf = ({ version }: Saved, part: string): number =>
  typeof version === 'number' ? version : (version[part] ?? 0);

/** Same content, whatever the order of keys and the spaces around texts: the server trims and reorders. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim();
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/** What the server has of the value, part by part, and in the browser a copy of what it has not. */
function createLedger<Value extends object, Head extends Saved, Current extends Head>(
  $value: ReadableAtom<Value>,
  opened: Current | null,
  { partOf = whole, copies, newKey }: Pick<AutosaveDeps<Value, Head, Current>, 'partOf' | 'copies' | 'newKey'>,
) {
  const parts = [...new Set(Object.keys($value.get()).map(partOf))];
  const of = (value: Value, names: readonly string[]) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(partOf(key)))) as Partial<Value>;
  let head: Head | null = opened;
  let acknowledged = $value.get();
  /** The version of each part that is on the screen: an answer to one part says nothing of the others. */
  const seen = new Map<string, number>();
  let posting: Copy<Value>['posting'] = null;
  let copying: ReturnType<typeof setTimeout> | undefined;

  const see = (record: Saved, names: readonly string[]) =>
    names.forEach((name) => seen.set(name, versionOf(record, name)));
  if (opened) see(opened, parts);

  const changed = () => {
    const now = Object.entries($value.get());
    const keys = now.filter(([key, value]) => value !== acknowledged[key as keyof Value]).map(([key]) => key);
    return parts.filter((name) => keys.some((key) => partOf(key) === name));
  };
  const unsaved = () => posting !== null || changed().length > 0;
  const keep = () => {
    clearTimeout(copying);
    copying = undefined;
    if (!unsaved()) return copies.remove();
    const names = head ? changed() : parts;
    const versions = head && Object.fromEntries(names.map((name) => [name, seen.get(name)!]));
    copies.write({ value: of($value.get(), names), versions, posting });
  };

  return {
    parts,
    of,
    changed,
    unsaved,
    keep,
    keepSoon() {
      copying ??= setTimeout(keep, COPY);
    },
    /** Keeps now what was to be kept soon. */
    keepDue() {
      if (copying) keep();
    },
    head: () => head,
    seen: (part: string) => seen.get(part)!,
    base: () => acknowledged,
    /** What the server has from here on; the copy follows once it is told (`keep`). */
    take(answer: Head, sent: Partial<Value>, names: readonly string[]) {
      head = answer;
      acknowledged = { ...acknowledged, ...sent };
      see(answer, names);
      posting = null;
    },
    /** The same body as the first attempt: if that one got through, its answer is replayed and no second record appears. */
    posting(value: Value) {
      posting ??= { key: newKey(), body: value };
      keep();
      return posting;
    },
    /** The next try is another request. */
    unpost() {
      posting = null;
    },
    /** What a killed tab or a closed browser left, when it is not what the server has. */
    left(): Copy<Value> | null {
      const copy = copies.read();
      const now = $value.get() as Record<string, unknown>;
      if (!copy || !Object.entries(copy.value).every(([key, value]) => sameValue(value, now[key]))) return copy;
      copies.remove();
      return null;
    },
    /** Was the copy typed on what is on the screen? */
    fits: ({ versions }: Copy<Value>) =>
      versions === null
        ? head === null
        : Object.entries(versions).every(([part, version]) => version === seen.get(part)),
    /** Go on from a copy: its creating call is repeated with its own key before anything else is sent. */
    resume(copy: Copy<Value>) {
      if (copy.versions === null) posting = copy.posting;
    },
    /** Nothing of this is wanted any more. */
    forget() {
      clearTimeout(copying);
      copying = undefined;
      acknowledged = $value.get();
      posting = null;
      copies.remove();
    },
  };
}

/**
 * Saves a record by itself: one call at a time, 800 ms after the last change; a creating call with an idempotency key first, then
 * part by part with its version. Until the server has acknowledged a part a copy of it stays in the browser.
 */
export function createAutosave<Value extends object, Head extends Saved, Current extends Head>(
  $value: ReadableAtom<Value>,
  opened: Current | null,
  deps: AutosaveDeps<Value, Head, Current>,
) {
  const ledger = createLedger<Value, Head, Current>($value, opened, deps);
  const { parts, of, changed, unsaved } = ledger;
  const $state = atom<SaveState<Current>>(opened ? { kind: 'saved', at: opened.updatedAt } : { kind: 'idle' });
  /** Parts that somebody else saved first, until the person decides. */
  const disputed = new Map<string, { current: Current; message: string }>();
  let shown = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;

  const say = (state: SaveState<Current>) => {
    const [first] = disputed;
    $state.set(first ? { kind: 'conflict', part: first[0], ...first[1], shown } : state);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  function acknowledge(answer: Head, sent: Partial<Value>, names: readonly string[]) {
    ledger.take(answer, sent, names);
    names.forEach((name) => disputed.delete(name));
    failures = 0;
    deps.onSaved(answer);
    ledger.keep();
  }

  async function send(part: string, value: Value): Promise<void> {
    const head = ledger.head();
    if (head) {
      const answer = await deps.save(value, { id: head.id, part, version: ledger.seen(part) });
      return acknowledge(answer, of(value, [part]), [part]);
    }
    const { key, body } = ledger.posting(value);
    acknowledge(await deps.create(body, key), body, parts);
  }

  /** Why a part could not be sent. True: there is nothing to wait for, go on with the others. */
  function fail(error: unknown, part: string, sent: Value): boolean {
    if (!(error instanceof CallError)) {
      say({ kind: 'failed', message: defaultMessage.internal, final: true });
      throw error;
    }
    const { status, body } = error;
    const current = body.current as Current | undefined;
    if (status === 412 && current) {
      const own = of(sent, [part]);
      // Our own save whose answer was lost looks like somebody else's.
      if (sameValue(of(deps.valueOf(current), [part]), own)) acknowledge(current, own, [part]);
      else dispute(part, { current, message: body.message });
      return true;
    }
    // Refused as it is, today and tomorrow: the next try is another request.
    const refused = [400, 413, 422].includes(status);
    const final = [401, 403, 404].includes(status) || (status === 409 && ledger.head() !== null);
    if (refused) ledger.unpost();
    say(
      refused
        ? { kind: 'invalid', message: body.message, fields: body.fields ?? {} }
        : { kind: 'failed', message: body.message, final },
    );
    if (!refused && !final) later(Math.min(MAX_RETRY, 2000 * 2 ** failures++));
    return false;
  }

  function dispute(part: string, by: { current: Current; message: string }) {
    disputed.set(part, by);
    shown = true;
  }

  const next = () => (ledger.head() ? changed().find((name) => !disputed.has(name)) : parts[0]);
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
    say({ kind: 'saved', at: ledger.head()!.updatedAt });
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= run().finally(() => (running = null));
    return running;
  }

  return {
    $state,
    /** The value changed: keep a copy, save soon. */
    changed() {
      ledger.keepSoon();
      if (running || (disputed.size > 0 && next() === undefined)) return;
      say({ kind: 'dirty' });
      later(deps.debounce ?? DEBOUNCE);
    },
    /** Save now what is not saved. True when the server has everything. */
    async flush(): Promise<boolean> {
      ledger.keepDue();
      if (ledger.head() === null || unsaved()) await save();
      return ledger.head() !== null && !unsaved();
    },
    /** The value as the server last had it from here: what differs from it was typed. */
    base: ledger.base,
    /** Is something typed that the server does not have? */
    unsaved,
    left: ledger.left,
    fits: ledger.fits,
    resume: ledger.resume,
    /** The value now is what the server has: after a move, after taking the whole of what it says. */
    settle(answer: Head) {
      clearTimeout(timer);
      acknowledge(answer, $value.get(), parts);
      say({ kind: 'saved', at: answer.updatedAt });
    },
    /** The person has decided about a part that is disputed: what the value says of it now goes over what the other saved. */
    overwrite(part: string): Promise<void> {
      const { current } = disputed.get(part)!;
      acknowledge(current, of(deps.valueOf(current), [part]), [part]);
      say({ kind: 'dirty' });
      return save();
    },
    /** Somebody else changed the record, as another call has found out: the person decides. */
    meet(current: Current, message: string) {
      const by = { current, message };
      parts.filter((name) => versionOf(current, name) !== ledger.seen(name)).forEach((name) => dispute(name, by));
      say($state.get());
    },
    /** Open the dialog about what is disputed, or put it off. */
    ask(open: boolean) {
      shown = open;
      say($state.get());
    },
    /** Nothing of this is wanted any more: the record was deleted, or the person logged out. */
    forget() {
      clearTimeout(timer);
      ledger.forget();
    },
    stop() {
      clearTimeout(timer);
      ledger.keepDue();
    },
  };
}
export type Autosave<Value extends object, Head extends Saved, Current extends Head> = ReturnType<
  typeof createAutosave<Value, Head, Current>
>;
