import { atom, type ReadableAtom } from 'nanostores';
import { defaultMessage, type FieldMessages } from '#domain/errors.ts';
import type { Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { CallError, type call } from '#site/lib/call.ts';

/** What the badge says about the draft on the server. `failed` is tried again by itself unless `final`. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: string; final: boolean }
  | { kind: 'invalid'; message: string; fields: FieldMessages }
  /** `shown`: the dialog about it is open. */
  | { kind: 'conflict'; current: Quote; shown: boolean };

/** What a killed tab leaves behind: the draft that the server has not acknowledged, and the creating call that may have got through. */
export interface Copy {
  draft: QuoteDraft;
  /** Version of the quote that the draft was typed upon; null for one that was never saved. */
  version: number | null;
  posting: { key: string; body: QuoteDraft } | null;
}

export interface AutosaveDeps {
  call: typeof call;
  copies: { read(): Copy | null; write(copy: Copy): void; remove(): void };
  newKey(): string;
  /** After each acknowledged save, with the quote as the server has it. */
  onSaved(quote: Quote): void;
  debounce?: number;
}

const DEBOUNCE = 800;
const MAX_RETRY = 30_000;

/** Same content, whatever the order of keys and the spaces around texts: the server trims and reorders. */
export function sameDraft(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim();
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameDraft((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/**
 * Saves a draft by itself: one call at a time, 800 ms after the last change; POST with an idempotency key first, then PUT with
 * the version. Until the server has acknowledged a draft a copy of it stays in the browser.
 */
export function createAutosave($draft: ReadableAtom<QuoteDraft>, opened: Quote | null, deps: AutosaveDeps) {
  const $state = atom<SaveState>(opened ? { kind: 'saved', at: opened.updatedAt } : { kind: 'idle' });
  let quote = opened;
  let acknowledged = $draft.get();
  let posting: Copy['posting'] = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;

  const keep = () => deps.copies.write({ draft: $draft.get(), version: quote?.version ?? null, posting });
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  function acknowledge(answer: Quote, sent: QuoteDraft) {
    quote = answer;
    acknowledged = sent;
    posting = null;
    failures = 0;
    deps.onSaved(answer);
    if ($draft.get() === sent) deps.copies.remove();
    else keep();
  }

  async function send(): Promise<void> {
    if (quote) {
      const body = $draft.get();
      const { id, version } = quote;
      return acknowledge(await deps.call('PUT /quotes/:id', { params: { id }, version, body }), body);
    }
    posting ??= { key: deps.newKey(), body: $draft.get() };
    keep();
    // The same body as the first attempt: if that one got through, its answer is replayed and no second quote appears.
    const { key, body } = posting;
    acknowledge(await deps.call('POST /quotes', { key, body }), body);
  }

  const meet = (current: Quote, shown = true) => $state.set({ kind: 'conflict', current, shown });

  function fail(error: unknown, sent: QuoteDraft) {
    if (!(error instanceof CallError)) {
      $state.set({ kind: 'failed', message: defaultMessage.internal, final: true });
      throw error;
    }
    const { status, body } = error;
    const current = body.current as Quote | undefined;
    if (status === 412 && current) {
      // Our own save whose answer was lost looks like somebody else's.
      if (sameDraft(current.draft, sent)) return acknowledge(current, sent);
      return meet(current);
    }
    // Refused as it is, today and tomorrow: the next try is another request.
    if ([400, 413, 422].includes(status)) {
      posting = null;
      return $state.set({ kind: 'invalid', message: body.message, fields: body.fields ?? {} });
    }
    const final = [401, 403, 404].includes(status) || (status === 409 && quote !== null);
    $state.set({ kind: 'failed', message: body.message, final });
    if (!final) later(Math.min(MAX_RETRY, 2000 * 2 ** failures++));
  }

  async function run() {
    while (!quote || $draft.get() !== acknowledged) {
      const sent = $draft.get();
      $state.set({ kind: 'saving' });
      try {
        await send();
      } catch (error) {
        fail(error, sent);
        if (quote && acknowledged === sent) continue;
        return;
      }
    }
    $state.set({ kind: 'saved', at: quote.updatedAt });
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= run().finally(() => (running = null));
    return running;
  }

  return {
    $state,
    /** The draft changed: keep a copy, save soon. */
    changed() {
      keep();
      if (running || $state.get().kind === 'conflict') return;
      $state.set({ kind: 'dirty' });
      later(deps.debounce ?? DEBOUNCE);
    },
    /** Save now what is not saved. True when the server has everything. */
    async flush(): Promise<boolean> {
      if (!this.unsaved() && quote) return true;
      if ($state.get().kind !== 'conflict') await save();
      return quote !== null && $draft.get() === acknowledged;
    },
    /** Is something typed that the server does not have? */
    unsaved: () => $draft.get() !== acknowledged || posting !== null,
    /** What a killed tab or a closed browser left, when it is not what the server has. */
    left(): Copy | null {
      const copy = deps.copies.read();
      if (!copy || !sameDraft(copy.draft, $draft.get())) return copy;
      deps.copies.remove();
      return null;
    },
    /** Go on from a copy: its creating call is repeated with its own key before anything else is sent. */
    resume(copy: Copy) {
      posting = copy.posting;
    },
    /** The draft now is what the server has: after issuing, after taking the other's version. */
    settle(answer: Quote) {
      clearTimeout(timer);
      acknowledge(answer, $draft.get());
      $state.set({ kind: 'saved', at: answer.updatedAt });
    },
    /** Keep mine: the next save goes over what the other saved. */
    overwrite(current: Quote) {
      quote = current;
      $state.set({ kind: 'dirty' });
      return save();
    },
    /** Somebody else changed the quote, as this or another call has found out: the person decides. */
    meet,
    /** Nothing of this is wanted any more: the quote was deleted, or the person logged out. */
    forget() {
      clearTimeout(timer);
      acknowledged = $draft.get();
      posting = null;
      deps.copies.remove();
    },
    stop: () => clearTimeout(timer),
  };
}
export type Autosave = ReturnType<typeof createAutosave>;
