import { issueBlockers } from '#domain/quotes/rules.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import type { CloseReason } from '#domain/quotes/terms.ts';
import { call, CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { day, t } from '#site/lib/intl.ts';
import { quotation as pages } from '#site/messages/it/quotation.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/shell/toast.ts';
import { dropQuote, keepQuote, type SessionQuote } from '#site/stores/quotes.ts';
import { hrefOf, vehicleOf } from './href.ts';
import { sectionOf } from './problems.ts';
import type { Builder } from './store.ts';

/** What the session's list keeps of a quote. */
export const sessionQuote = (quote: Quote, store: Pick<Builder, '$draft' | '$priced'>): SessionQuote => ({
  id: quote.id,
  vehicle: vehicleOf(quote.sheet),
  customer: store.$draft.get().customer?.name ?? null,
  keysInHand: store.$priced.get().keysInHand,
  instalment: store.$priced.get().offer?.instalment ?? null,
  href: hrefOf(quote),
});

/** Put the quote into the session's list; the one that falls out is named and can come back. */
export function keep(quote: Quote, store: Builder) {
  const out = keepQuote(sessionQuote(quote, store));
  if (!out) return;
  void toast(t(pages.dropped, { name: out.dropped.vehicle }), {
    action: { label: pages.undo, run: out.undo },
    duration: 8000,
  });
}

/** A second press that comes this late was still meant for the button that stood there before. */
const LATE_MS = 1000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Bring the section of a problem into view and the focus to its field. */
function show(path: string) {
  const section = document.getElementById(sectionOf(path));
  section?.scrollIntoView({ block: 'start' });
  requestAnimationFrame(() => {
    const wrong =
      section?.querySelector<HTMLElement>('[aria-invalid]') ?? section?.querySelector<HTMLElement>('input, select');
    wrong?.focus({ preventScroll: true });
  });
}

/** What a person does with the whole quote. Each keeps its own idempotency key until the server has answered. */
export function createActions(store: Builder) {
  const keys: Record<string, string> = {};
  let running = false;

  function failed(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    const current = error.status === 412 ? (error.body.current as Quote | undefined) : undefined;
    // Where something can be typed the person decides; what is only read shows at once what it is now.
    if (current && store.$editable.get()) return store.autosave.meet(current);
    if (current) store.adopt(current);
    void toast(error.message, { kind: 'bad' });
  }

  /** One action at a time: what is pressed while another runs is not heard. */
  const alone =
    <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      if (running) return;
      running = true;
      try {
        await work(...args);
      } finally {
        running = false;
      }
    };

  async function issue() {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    if (unread) {
      unread.focus();
      return void toast(t(words.issueBlocked, { message: words.unread }), { kind: 'bad' });
    }
    const [blocker] = issueBlockers(store.$priced.get(), store.$draft.get());
    store.$asked.set(true);
    if (blocker) {
      show(blocker.path);
      return void toast(t(words.issueBlocked, { message: blocker.message }), { kind: 'bad' });
    }
    if (!(await store.autosave.flush())) return;
    const { id, version } = store.$quote.get()!;
    try {
      const issued = await call('POST /quotes/:id/issue', { params: { id }, version });
      store.adopt(issued);
      store.$asked.set(false);
      const values = { number: issued.number ?? '', day: issued.expiresOn ? day(issued.expiresOn) : '' };
      void toast(t(words.issued, values), { kind: 'ok' });
      scrollTo({ top: 0 });
      // The button that was pressed is no more.
      document.getElementById('content')?.focus({ preventScroll: true });
      await pause(LATE_MS);
    } catch (error) {
      failed(error);
      if (error instanceof CallError)
        Object.keys(error.body.fields ?? {})
          .slice(0, 1)
          .forEach(show);
    }
  }

  /** A new quote made from this one opens in its own builder. */
  async function derive(name: 'POST /quotes/:id/revise' | 'POST /quotes/:id/duplicate') {
    if (!(await store.autosave.flush())) return;
    const { id } = store.$quote.get()!;
    keys[name] ??= newKey();
    try {
      location.assign(hrefOf(await call(name, { params: { id }, key: keys[name] })));
    } catch (error) {
      if (error instanceof CallError && madeNothing(error.status)) delete keys[name];
      failed(error);
    }
  }

  async function close(reason: CloseReason) {
    const { id, version } = store.$quote.get()!;
    await call('POST /quotes/:id/close', { params: { id }, version, body: { reason } }).then(store.adopt, failed);
  }

  async function remove() {
    const { id, version } = store.$quote.get()!;
    try {
      await call('DELETE /quotes/:id', { params: { id }, version });
      store.autosave.forget();
      dropQuote(id);
      location.assign('/quotation');
    } catch (error) {
      failed(error);
    }
  }

  return {
    issue: alone(issue),
    close: alone(close),
    remove: alone(remove),
    revise: alone(() => derive('POST /quotes/:id/revise')),
    duplicate: alone(() => derive('POST /quotes/:id/duplicate')),
    compare: alone(async () => {
      if (!(await store.autosave.flush())) return;
      keep(store.$quote.get()!, store);
      location.assign('/quotation/comparison');
    }),
  };
}
