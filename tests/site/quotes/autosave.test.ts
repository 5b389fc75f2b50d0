import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, ErrorCode } from '#domain/errors.ts';
import { statusOf } from '#domain/errors.ts';
import type { Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { createAutosave, sameDraft, type Copy } from '#site/areas/quotes/autosave.ts';
import { CallError } from '#site/lib/call.ts';
import { aDraft, aSheet } from '#tests/support/sheet.ts';

const draft = (notes: string): QuoteDraft => aDraft({ notes });
const quote = (version: number, saved: QuoteDraft): Quote => ({
  id: 7,
  version,
  number: null,
  revision: 1,
  state: 'draft',
  superseded: false,
  issuedAt: null,
  expiresOn: null,
  seller: { id: 5, name: 'Giulia Ferrari' },
  editable: true,
  draft: saved,
  sheet: aSheet(),
  closeReason: null,
  createdAt: '2026-11-20T14:00:00+01:00',
  updatedAt: '2026-11-20T14:32:00+01:00',
});

const refuse = (error: ErrorCode, more: Partial<ErrorBody> = {}) =>
  new CallError(statusOf[error], { error, message: 'no', requestId: 'r', ...more });

/** A server of one quote that does what each test says next, and browser storage that outlives a builder. */
function world() {
  const sent: { name: string; body: QuoteDraft; key?: string; version?: number }[] = [];
  const next: (Error | ((body: QuoteDraft) => Quote))[] = [];
  let stored: Copy | null = null;
  let version = 0;
  let minted = 0;
  const call = vi.fn(async (name: string, input: { body: QuoteDraft; key?: string; version?: number }) => {
    sent.push({ name, ...input });
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return answer ? answer(input.body) : quote(++version, input.body);
  });
  const open = (start: QuoteDraft, opened: Quote | null = null) => {
    version = opened?.version ?? version;
    const $draft = atom(start);
    const onSaved = vi.fn();
    const autosave = createAutosave($draft, opened, {
      call: call as never,
      newKey: () => `key-${++minted}`,
      copies: { read: () => stored, write: (copy) => (stored = structuredClone(copy)), remove: () => (stored = null) },
      onSaved,
    });
    const type = (notes: string) => {
      $draft.set(draft(notes));
      autosave.changed();
    };
    return { autosave, $draft, onSaved, type };
  };
  return { sent, next, open, stored: () => stored };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('autosave', () => {
  test('opening a new quote sends nothing and has nothing unsaved', async () => {
    const { open, sent } = world();
    const { autosave } = open(draft(''));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(autosave.unsaved()).toBe(false);
    expect(autosave.$state.get().kind).toBe('idle');
  });

  test('waits 800 ms after the last change, creates once with a key, then saves with the version', async () => {
    const { open, sent } = world();
    const { autosave, type } = open(draft(''));
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
    expect(sent.map(({ name, body, key, version }) => [name, body.notes, key, version])).toEqual([
      ['POST /quotes', 'ab', 'key-1', undefined],
      ['PUT /quotes/:id', 'abc', undefined, 1],
    ]);
  });

  test('what is typed while a save runs is saved right after it', async () => {
    const { open, sent, next } = world();
    const { type, autosave } = open(draft(''));
    next.push((body) => {
      type('later');
      return quote(1, body);
    });
    type('first');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.map(({ body }) => body.notes)).toEqual(['first', 'later']);
    expect(autosave.unsaved()).toBe(false);
  });

  test('no answer: the copy stays and the same creating call is repeated before anything else', async () => {
    const { open, sent, next, stored } = world();
    const { type, autosave } = open(draft(''));
    next.push(refuse('unavailable'));
    type('one');
    await vi.advanceTimersByTimeAsync(800);
    expect(autosave.$state.get()).toMatchObject({ kind: 'failed', final: false });
    expect(autosave.unsaved()).toBe(true);
    expect(stored()?.draft.notes).toBe('one');
    type('two');
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map(({ name, key, body }) => [name, key, body.notes])).toEqual([
      ['POST /quotes', 'key-1', 'one'],
      ['POST /quotes', 'key-1', 'one'],
      ['PUT /quotes/:id', undefined, 'two'],
    ]);
    expect(stored()).toBeNull();
  });

  test('a killed tab: the next builder goes on from the copy with the same key', async () => {
    const { open, sent, next, stored } = world();
    const first = open(draft(''));
    next.push(refuse('unavailable'));
    first.type('typed');
    await vi.advanceTimersByTimeAsync(800);
    first.type('typed more');
    first.autosave.stop();
    const second = open(draft(''));
    const copy = second.autosave.left();
    expect(copy).toMatchObject({ version: null, draft: { notes: 'typed more' } });
    second.autosave.resume(copy!);
    second.$draft.set(copy!.draft);
    second.autosave.changed();
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.slice(1).map(({ name, key, body }) => [name, key, body.notes])).toEqual([
      ['POST /quotes', 'key-1', 'typed'],
      ['PUT /quotes/:id', undefined, 'typed more'],
    ]);
    expect(stored()).toBeNull();
  });

  test('a copy that says what the server has is thrown away', () => {
    const { open, stored } = world();
    const first = open(draft('a'), quote(3, draft('a')));
    first.type('b');
    first.autosave.stop();
    expect(open(draft('b'), quote(4, draft('b'))).autosave.left()).toBeNull();
    expect(stored()).toBeNull();
  });

  test('somebody else saved first: nothing more is sent until the person decides', async () => {
    const { open, sent, next, stored } = world();
    const { type, autosave } = open(draft('a'), quote(3, draft('a')));
    next.push(refuse('stale', { current: quote(4, draft('theirs')) }));
    type('mine');
    await vi.advanceTimersByTimeAsync(800);
    expect(autosave.$state.get()).toMatchObject({ kind: 'conflict', current: { version: 4 }, shown: true });
    type('mine too');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(stored()?.draft.notes).toBe('mine too');
    await autosave.overwrite(quote(4, draft('theirs')));
    expect(sent.at(-1)).toMatchObject({ name: 'PUT /quotes/:id', version: 4, body: { notes: 'mine too' } });
    expect(autosave.unsaved()).toBe(false);
  });

  test('our own save whose answer was lost is no conflict', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(draft('a'), quote(3, draft('a')));
    next.push(refuse('unavailable'), refuse('stale', { current: quote(4, { ...draft('mine'), notes: ' mine ' }) }));
    type('mine');
    await vi.advanceTimersByTimeAsync(800 + 2000);
    expect(autosave.$state.get().kind).toBe('saved');
    type('more');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent.at(-1)).toMatchObject({ version: 4, body: { notes: 'more' } });
  });

  test('a refused draft says where, is not repeated, and is kept', async () => {
    const { open, next, sent, stored } = world();
    const { type, autosave } = open(draft(''));
    next.push(refuse('invalid', { fields: { notes: 'Troppo lungo' } }));
    type('x');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'invalid', fields: { notes: 'Troppo lungo' } });
    expect(sent).toHaveLength(1);
    expect(stored()?.draft.notes).toBe('x');
    type('y');
    await vi.advanceTimersByTimeAsync(800);
    // A refusal created nothing, so this is another request.
    expect(sent[1]).toMatchObject({ name: 'POST /quotes', key: 'key-2', body: { notes: 'y' } });
  });

  test('a draft that is too large says so, and what is shortened is saved', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(draft(''));
    const body = { error: 'invalid', message: 'Il contenuto inviato è troppo grande.', requestId: 'r' } as const;
    next.push(new CallError(413, body));
    type('x'.repeat(1000));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'invalid', message: body.message });
    expect(sent).toHaveLength(1);
    type('short');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent[1]).toMatchObject({ name: 'POST /quotes', key: 'key-2', body: { notes: 'short' } });
    expect(autosave.unsaved()).toBe(false);
  });

  test('a quote that may not be changed any more is not tried again', async () => {
    const { open, next, sent } = world();
    const { type, autosave } = open(draft('a'), quote(3, draft('a')));
    next.push(refuse('conflict'));
    type('b');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.$state.get()).toMatchObject({ kind: 'failed', final: true });
    expect(sent).toHaveLength(1);
  });

  test('flush saves a new quote even if nothing was typed, and says whether everything is on the server', async () => {
    const { open, next } = world();
    const { autosave, type, onSaved } = open(draft(''));
    expect(await autosave.flush()).toBe(true);
    expect(onSaved).toHaveBeenCalledOnce();
    next.push(refuse('unavailable'));
    type('a');
    expect(await autosave.flush()).toBe(false);
  });

  test('drafts are the same whatever the order of keys and the spaces around texts', () => {
    expect(sameDraft({ a: [1, { b: ' x' }], c: null }, { c: null, a: [1, { b: 'x' }] })).toBe(true);
    expect(sameDraft({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(sameDraft({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameDraft({ a: null }, { a: 0 })).toBe(false);
  });
});
