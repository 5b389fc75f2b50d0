import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, ErrorCode } from '#domain/errors.ts';
import { statusOf } from '#domain/errors.ts';
import { createAutosave } from '#site/ui/record/store/autosave.ts';
import { sameValue, type Copy, type Saved } from '#site/ui/record/store/ledger.ts';
import { CallError } from '#site/lib/call.ts';

interface Note {
  notes: string;
  amount: number;
}
type Kept = Saved & { value: Note };

const note = (notes: string, amount = 0): Note => ({ notes, amount });
const kept = (version: number, value: Note): Kept => ({
  id: 7,
  version,
  updatedAt: '2026-11-20T14:32:00+01:00',
  value,
});

let minted = 0;
vi.mock('#site/lib/forms.ts', () => ({ newKey: () => `key-${++minted}` }));

const refuse = (error: ErrorCode, more: Partial<ErrorBody> = {}) =>
  new CallError(statusOf[error], { error, message: 'no', requestId: 'r', ...more });

/** A server of one record that does what each test says next, and browser storage that outlives a page. */
function world() {
  const sent: { name: 'create' | 'save'; value: Note; key?: string; version?: number }[] = [];
  const next: (Error | ((value: Note) => Kept))[] = [];
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  let version = 0;
  minted = 0;
  const answer = async (value: Note): Promise<Kept> => {
    const said = next.shift();
    if (said instanceof Error) throw said;
    // The answer says another value than what was sent: only its id and version count.
    return said ? said(value) : kept(++version, note('answered'));
  };
  const open = (start: Note, opened: Kept | null = null) => {
    version = (opened?.version as number | undefined) ?? version;
    const $value = atom(start);
    const onSaved = vi.fn();
    const autosave = createAutosave<Note, Kept>($value, atom(opened), {
      create: (value, key) => (sent.push({ name: 'create', value, key }), answer(value)),
      save: (value, over) => (sent.push({ name: 'save', value, version: over.version }), answer(value)),
      valueOf: ({ value }) => value,
      partOf: () => '',
      isOpen: () => true,
      isBegun: (_part, { notes }) => notes.endsWith('…'),
      copyKey: (id) => `draft:note:${id ?? 'new'}`,
      onSaved,
    });
    return { autosave, $value, onSaved, type: (notes: string) => autosave.change({ notes }) };
  };
  /** The only copy in the browser. */
  const copy = () => {
    expect(stored.size).toBeLessThan(2);
    return [...stored.values()].map((text) => JSON.parse(text) as Copy<Note>)[0] ?? null;
  };
  return { sent, next, open, stored: copy };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('autosave', () => {
  test('opening a new record sends nothing and has nothing unsaved', async () => {
    const { open, sent } = world();
    const { autosave } = open(note(''));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(autosave.unsaved()).toBe(false);
    expect(autosave.$state.get().kind).toBe('idle');
  });

  test('waits 800 ms after the last change, creates once with a key, then saves with the version', async () => {
    const { open, sent } = world();
    const { autosave, type } = open(note(''));
    type('a');
    await vi.advanceTimersByTimeAsync(700);
    type('ab');
    await vi.advanceTimersByTimeAsync(700);
    expect(sent).toEqual([]);
    expect(autosave.$state.get().kind).toBe('dirty');
    await vi.advanceTimersByTimeAsync(100);
    expect(autosave.$state.get()).toMatchObject({ kind: 'saved', at: '2026-11-20T14:32:00+01:00' });
    type('abc');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.map(({ name, value, key, version }) => [name, value.notes, key, version])).toEqual([
      ['create', 'ab', 'key-1', undefined],
      ['save', 'abc', undefined, 1],
    ]);
  });

  test('a value typed while a save runs is saved right after it', async () => {
    const { open, sent, next } = world();
    const { type, autosave } = open(note(''));
    next.push((value) => {
      type('later');
      return kept(1, value);
    });
    type('first');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.map(({ value }) => value.notes)).toEqual(['first', 'later']);
    expect(autosave.unsaved()).toBe(false);
  });

  test('a record only begun is not sent by itself, and is when a step asks for it', async () => {
    const { open, sent } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    type('a row without its file…');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, autosave.$state.get().kind, autosave.unsaved()]).toEqual([[], 'dirty', true]);
    expect(await autosave.flush()).toBe(true);
    type('with its file');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.map(({ value }) => value.notes)).toEqual(['a row without its file…', 'with its file']);
  });

  test('a value taken back before it was sent is not sent, and leaves no copy', async () => {
    const { open, sent, stored } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    type('b');
    await vi.advanceTimersByTimeAsync(100);
    expect(stored()?.value).toEqual(note('b'));
    type('a');
    expect(autosave.unsaved()).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(stored()).toBeNull();
    await vi.advanceTimersByTimeAsync(800);
    expect(sent).toEqual([]);
    expect(autosave.$state.get().kind).toBe('saved');
  });

  test('a page that is left before its copy was written leaves one all the same', () => {
    const { open, next, stored } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    next.push(new Error('closed'));
    type('b');
    expect(stored()).toBeNull();
    autosave.flush().catch(() => null);
    expect(stored()?.value).toEqual(note('b'));
    type('c');
    autosave.forget();
    vi.advanceTimersByTime(100);
    expect(stored()).toBeNull();
  });

  test('a page that is left while a change is on its way keeps the copy: the next page may have been read before', async () => {
    const { open, next, stored } = world();
    const first = open(note('a'), kept(3, note('a')));
    first.type('b');
    first.autosave.leave();
    await first.autosave.flush();
    expect(first.autosave.unsaved()).toBe(false);
    expect(stored()?.value).toEqual(note('b'));
    const second = open(note('a'), kept(3, note('a')));
    next.push(refuse('stale', { current: kept(4, note('b')) }));
    expect(second.autosave.restore()).toMatchObject({ older: false });
    expect(second.$value.get()).toEqual(note('b'));
    await vi.advanceTimersByTimeAsync(800);
    expect(second.autosave.$state.get().kind).toBe('saved');
    expect(stored()).toBeNull();
    // Who stays has no copy of what is saved.
    second.type('c');
    second.autosave.leave();
    await second.autosave.flush();
    expect(stored()?.value).toEqual(note('c'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stored()).toBeNull();
  });

  test('no answer: the copy stays and the same creating call is repeated before anything else', async () => {
    const { open, sent, next, stored } = world();
    const { type, autosave } = open(note(''));
    next.push(refuse('unavailable'));
    type('one');
    await vi.advanceTimersByTimeAsync(800);
    expect(autosave.$state.get()).toMatchObject({ kind: 'failed', final: false });
    expect(autosave.unsaved()).toBe(true);
    expect(stored()?.value.notes).toBe('one');
    type('two');
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map(({ name, key, value }) => [name, key, value.notes])).toEqual([
      ['create', 'key-1', 'one'],
      ['create', 'key-1', 'one'],
      ['save', undefined, 'two'],
    ]);
    expect(stored()).toBeNull();
  });

  test('a killed tab: the next page goes on from the copy with the same key', async () => {
    const { open, sent, next, stored } = world();
    const first = open(note(''));
    next.push(refuse('unavailable'));
    first.type('typed');
    await vi.advanceTimersByTimeAsync(800);
    first.type('typed more');
    first.autosave.stop();
    const second = open(note(''));
    expect(second.autosave.restore()).toMatchObject({
      copy: { versions: null, value: { notes: 'typed more' } },
      older: false,
    });
    expect(second.$value.get().notes).toBe('typed more');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.slice(1).map(({ name, key, value }) => [name, key, value.notes])).toEqual([
      ['create', 'key-1', 'typed'],
      ['save', undefined, 'typed more'],
    ]);
    expect(stored()).toBeNull();
  });

  test('a copy that says what the server has is thrown away; one of an older version is told', () => {
    const { open, stored } = world();
    const first = open(note('a'), kept(3, note('a')));
    first.type('b');
    first.autosave.stop();
    const again = open(note('c'), kept(4, note('c')));
    expect(again.autosave.restore()).toMatchObject({ copy: { value: { notes: 'b' } }, older: true });
    expect(again.$value.get().notes).toBe('c');
    expect(open(note('b'), kept(4, note('b'))).autosave.restore()).toBeNull();
    expect(stored()).toBeNull();
  });

  test('somebody else saved first: nothing more is sent until the person decides', async () => {
    const { open, sent, next, stored } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    next.push(refuse('stale', { current: kept(4, note('theirs')) }));
    type('mine');
    await vi.advanceTimersByTimeAsync(800);
    expect(autosave.$state.get()).toMatchObject({ kind: 'conflict', current: { version: 4 }, shown: true });
    type('mine too');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(stored()?.value.notes).toBe('mine too');
    autosave.ask(false);
    expect(autosave.$state.get()).toMatchObject({ kind: 'conflict', shown: false });
    next.push((value) => kept(5, value));
    await autosave.resolve('', {});
    expect(sent.at(-1)).toMatchObject({ name: 'save', version: 4, value: { notes: 'mine too' } });
    expect(autosave.unsaved()).toBe(false);
  });

  test('keeping what was there before is sent over what the other saved, taking theirs is not', async () => {
    const { open, sent, next } = world();
    const theirs = kept(4, note('theirs', 5));
    const { type, autosave, $value } = open(note('a'), kept(3, note('a')));
    const meet = async () => {
      next.push(refuse('stale', { current: theirs }));
      type('mine');
      await vi.advanceTimersByTimeAsync(800);
    };
    await meet();
    await autosave.resolve('', theirs.value);
    expect($value.get()).toEqual(theirs.value);
    expect(sent).toHaveLength(1);
    expect(autosave.$state.get().kind).toBe('saved');
    await meet();
    await autosave.resolve('', note('a'));
    expect(sent.at(-1)).toMatchObject({ version: 4, value: note('a') });
  });

  test('our own save whose answer was lost is no conflict', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    next.push(refuse('unavailable'), refuse('stale', { current: kept(4, note(' mine ')) }));
    type('mine');
    await vi.advanceTimersByTimeAsync(800 + 2000);
    expect(autosave.$state.get().kind).toBe('saved');
    type('more');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.at(-1)).toMatchObject({ version: 4, value: { notes: 'more' } });
  });

  test('a refused record says where, is not repeated, and is kept', async () => {
    const { open, next, sent, stored } = world();
    const { type, autosave } = open(note(''));
    next.push(refuse('invalid', { fields: { notes: 'Troppo lungo' } }));
    type('x');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'invalid', fields: { notes: 'Troppo lungo' } });
    expect(sent).toHaveLength(1);
    expect(stored()?.value.notes).toBe('x');
    type('y');
    await vi.advanceTimersByTimeAsync(800);
    // A refusal created nothing, so this is another request.
    expect(sent[1]).toMatchObject({ name: 'create', key: 'key-2', value: { notes: 'y' } });
  });

  test('a record that is too large says so, and what is shortened is saved', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(note(''));
    const body = { error: 'invalid', message: 'Il contenuto inviato è troppo grande.', requestId: 'r' } as const;
    next.push(new CallError(413, body));
    type('x'.repeat(1000));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'invalid', message: body.message });
    expect(sent).toHaveLength(1);
    type('short');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent[1]).toMatchObject({ name: 'create', key: 'key-2', value: { notes: 'short' } });
    expect(autosave.unsaved()).toBe(false);
  });

  test('a record that may not be changed any more is not tried again', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(note('a'), kept(3, note('a')));
    next.push(refuse('conflict'));
    type('b');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'failed', final: true });
    expect(sent).toHaveLength(1);
  });

  test('flush saves a new record even if nothing was typed, and says whether everything is on the server', async () => {
    const { open, next } = world();
    const { autosave, type, onSaved } = open(note(''));
    expect(await autosave.flush()).toBe(true);
    expect(onSaved).toHaveBeenCalledOnce();
    next.push(refuse('unavailable'));
    type('a');
    expect(await autosave.flush()).toBe(false);
  });

  test('values are the same whatever the order of keys and the spaces around texts', () => {
    expect(sameValue({ a: [1, { b: ' x' }], c: null }, { c: null, a: [1, { b: 'x' }] })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(sameValue({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameValue({ a: null }, { a: 0 })).toBe(false);
  });
});
