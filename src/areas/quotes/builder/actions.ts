import { day } from '#domain/italian.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { keptQuotes as pages, builder as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import { dropQuote, keepQuote, type SessionQuote } from '#site/stores/quotes.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { createDeeds } from '#site/ui/record/deeds.ts';
import { showProblem } from '#site/ui/record/problems.ts';
import type { Lost } from './Lose.tsx';
import { showRepriced } from './Repriced.tsx';
import type { Builder } from './store.ts';

/** What the session's list keeps of a quote. */
export const sessionQuote = (quote: Quote, store: Pick<Builder, '$draft' | '$priced' | '$sheet'>): SessionQuote => ({
  id: quote.id,
  vehicle: vehicleOf(store.$sheet.get()),
  customer: store.$draft.get().customer?.name ?? null,
  keysInHand: store.$priced.get().keysInHand,
  instalment: store.$priced.get().offer?.monthly ?? null,
  href: quote.href,
});

/** Put the quote into the session's list; the one that falls out is named and can come back. */
export function keep(quote: Quote, store: Builder) {
  const out = keepQuote(sessionQuote(quote, store));
  if (out) void import('./sayDropped.ts').then(({ sayDropped }) => sayDropped(out));
}

/** Somebody may have granted meanwhile what this page still shows as asked. */
async function meetDecision({ $quote }: Builder): Promise<void> {
  const quote = $quote.get();
  if (quote?.approval?.state !== 'asked') return;
  const now = await call('GET /quotes/:id', { params: { id: quote.id } }).catch(() => null);
  if (now) $quote.set({ ...quote, approval: now.approval });
}

const { moves } = quoteMachine;
/** What takes a move back. */
const wayBack = { accept: 'withdraw', close: 'reopen', withdraw: null, reopen: null } as const;

/** A second press that comes this late was still meant for the button that stood there before. */
const LATE_MS = 1000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What a person does with the whole quote. */
export function createActions(store: Builder) {
  const { alone, derive } = createDeeds<Quote>(store);
  const show = (path: string) => showProblem(store.sectionOf(path));

  /** Issues at the prices that are on the screen. Null: those of today are others, and they are shown instead. */
  async function issueAsSeen(): Promise<Quote | null> {
    const { id, version } = store.$quote.get()!;
    const { hash } = store.$sheet.get();
    try {
      return await call('POST /quotes/:id/issue', { params: { id }, version, body: { sheet: hash } });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      await store.refresh(id);
      if (store.$sheet.get().hash === hash) throw error;
      // What changed may be nothing that this quote pays for.
      return store.$repriced.get() ? null : issueAsSeen();
    }
  }

  async function issue() {
    const unread = document.querySelector<HTMLElement>('#content [data-unread]');
    if (unread) {
      unread.focus();
      return void toast(t(words.issueBlocked, { message: words.unread }), { kind: 'bad' });
    }
    await meetDecision(store);
    const [blocker] = store.$blockers.get();
    store.ask();
    if (blocker) {
      show(blocker.path);
      return void toast(t(words.issueBlocked, { message: blocker.message }), { kind: 'bad' });
    }
    if (!(await store.autosave.flush())) return;
    try {
      const issued = await issueAsSeen();
      if (!issued) {
        showRepriced();
        return void (await pause(LATE_MS));
      }
      store.seen();
      store.adopt(issued);
      store.ask();
      const values = { number: issued.number ?? '', day: issued.expiresOn ? day(issued.expiresOn) : '' };
      void toast(t(moves.issue.done, values), { kind: 'ok' });
      scrollTo({ top: 0 });
      // The button that was pressed is no more.
      document.getElementById('content')?.focus({ preventScroll: true });
      await pause(LATE_MS);
    } catch (error) {
      if (error instanceof CallError)
        Object.keys(error.body.fields ?? {})
          .slice(0, 1)
          .forEach(show);
      throw error;
    }
  }

  /** A new quote made from this one opens in its own builder. */
  const another = (name: 'POST /quotes/:id/revise' | 'POST /quotes/:id/duplicate') =>
    derive(name, (key) => call(name, { params: { id: store.$quote.get()!.id }, key }));

  /** A move that asks for nothing else, or for the reason alone. */
  async function move(name: 'accept' | 'withdraw' | 'reopen' | 'close', why?: Lost) {
    const { id, version } = store.$quote.get()!;
    const target = { params: { id }, version };
    store.adopt(
      why
        ? await call('POST /quotes/:id/close', { ...target, body: why })
        : await call(`POST /quotes/:id/${name as Exclude<typeof name, 'close'>}`, target),
    );
    const back = wayBack[name];
    void toast(moves[name].done, {
      kind: 'ok',
      ...(back && { action: { label: pages.undo, run: () => void moving(back) }, duration: 8000 }),
    });
  }
  const moving = alone(move);

  async function remove() {
    const { id, version } = store.$quote.get()!;
    await call('DELETE /quotes/:id', { params: { id }, version });
    store.autosave.forget();
    dropQuote(id);
    location.assign('/quotation');
  }

  return {
    issue: alone(issue),
    accept: () => moving('accept'),
    withdraw: () => moving('withdraw'),
    reopen: () => moving('reopen'),
    close: (why: Lost) => moving('close', why),
    remove: alone(remove),
    revise: alone(() => another('POST /quotes/:id/revise')),
    duplicate: alone(() => another('POST /quotes/:id/duplicate')),
    compare: alone(async () => {
      if (!(await store.autosave.flush())) return;
      location.assign(`/quotation/comparison?ids=${store.$quote.get()!.id}#pick`);
    }),
  };
}
