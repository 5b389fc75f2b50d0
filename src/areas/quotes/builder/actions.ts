import type { Contract } from '#domain/contracts/schema.ts';
import { day, money } from '#domain/italian.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import { totalOf } from '#domain/quotes/sheet/priced.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import type { CloseReason } from '#domain/quotes/terms.ts';
import { call, CallError, currentIn } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import type { SessionQuote } from '#site/areas/quotes/session.ts';
import type { ForContract } from '#site/areas/quotes/another.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { showProblem } from '#site/ui/record/form/problems.ts';
import { showRepriced } from './total/Repriced.tsx';
import { factsOf, type QuoteStore } from './quote.ts';

/** The quotes kept for comparison: a file of its own, which the page needs only once something is saved. */
const session = () => import('#site/areas/quotes/session.ts');

export const sessionQuote = (quote: Quote, store: Pick<QuoteStore, '$draft' | '$priced' | '$sheet'>): SessionQuote => ({
  id: quote.id,
  vehicle: vehicleOf(store.$sheet.get()),
  customer: store.$draft.get().customer?.name ?? null,
  keysInHand: store.$priced.get().keysInHand,
  instalment: store.$priced.get().offer?.monthly ?? null,
  href: quote.href,
});

/** Reads the approval again: somebody may have decided a request that this page still shows as open. */
async function meetDecision({ $quote }: QuoteStore): Promise<void> {
  const quote = $quote.get();
  if (quote?.approval?.state !== 'asked') return;
  const now = await call('GET /quotes/:id', { params: { id: quote.id } }).catch(() => null);
  if (now) $quote.set({ ...quote, approval: now.approval });
}

/** A second press within this time still means the button that stood there before. */
const LATE_MS = 1000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What a contract is made with: the key of the call, or the version of the one that is there, as the person saw it. */
interface Seen {
  key: string;
  version: number;
}

/**
 * Makes the contract with the price on the screen, or gives it to the one that is there; answers its id. Who has not
 * seen what became of that contract meanwhile is told first, and gives it by a second press.
 */
async function agree(contract: ForContract, { $draft, $priced }: QuoteStore, seen: Seen): Promise<number> {
  const body = { draft: $draft.get(), total: totalOf($priced.get()) };
  if (contract === 'new') return (await call('POST /contracts', { body, key: seen.key })).id;
  try {
    await call('PUT /contracts/:id/price', { params: { id: contract }, version: seen.version, body });
  } catch (error) {
    const now = currentIn<Contract>(error);
    if (!now) throw error;
    seen.version = now.version;
    const { message, body: told } = error as CallError;
    const values = { message, number: now.number, customer: now.customer ?? '—', total: money(now.total) };
    // Without the record: what is saved from here is a quote.
    throw new CallError(412, { ...told, current: undefined, message: t(words.contractChanged, values) });
  }
  return contract;
}

/** Gives the price to the contract for which it was worked out; the working copy goes. */
const give = (store: QuoteStore, contract: ForContract, seen: Seen) =>
  store.attempt(async () => {
    let id: number;
    try {
      id = await agree(contract, store, seen);
    } catch (error) {
      const [path] = error instanceof CallError ? Object.keys(error.body.fields ?? {}) : [];
      if (path) showProblem(store.sectionOf(path.replace(/^draft\./, '')));
      const copy = store.$quote.get();
      if (copy && error instanceof CallError && error.status === 409) await store.refresh(copy.id);
      throw error;
    }
    const quote = store.$quote.get();
    if (quote) {
      await call('DELETE /quotes/:id', { params: { id: quote.id }, version: quote.version });
      (await session()).dropQuote(quote.id);
    }
    store.autosave.forget();
    location.assign(`/dealer/contracts/${id}`);
  });

export function createActions(store: QuoteStore) {
  /** One for the page: a press after an answer that was lost finds the contract that was made. */
  const seen: Seen = { key: newKey(), version: store.contractSeen ?? 0 };
  const { stepOf, go } = createMoves(store, {
    machine: quoteMachine,
    actor: { ...store.user, today: store.today },
    factsOf,
    make: (name, { id, version }, body) =>
      name === 'close'
        ? call('POST /quotes/:id/close', { params: { id }, version, body: body as { reason: CloseReason } })
        : call(`POST /quotes/:id/${name}`, { params: { id }, version }),
    back: { accept: 'withdraw', close: 'reopen' },
    why: { title: words.loseTitle, verb: words.lose },
  });

  /** Issues at the prices on the screen. Returns null, and shows today's prices, when they differ. */
  async function issueAsSeen(): Promise<Quote | null> {
    const { id, version } = store.$quote.get()!;
    const { hash } = store.$sheet.get();
    try {
      return await call('POST /quotes/:id/issue', { params: { id }, version, body: { sheet: hash } });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      await store.refresh(id);
      if (store.$sheet.get().hash === hash) throw error;
      // The change may concern nothing on this quote; then it is issued.
      return store.$repriced.get() ? null : issueAsSeen();
    }
  }

  async function issue() {
    await meetDecision(store);
    if (store.isBlocked(words.issueBlocked)) return;
    await store.attempt(async () => {
      const issued = await issueAsSeen().catch((error: unknown) => {
        if (error instanceof CallError)
          Object.keys(error.body.fields ?? {})
            .slice(0, 1)
            .forEach((path) => showProblem(store.sectionOf(path)));
        throw error;
      });
      if (!issued) showRepriced();
      else sayIssued(issued);
      await pause(LATE_MS);
    });
  }

  function sayIssued(issued: Quote): void {
    store.seen();
    store.adopt(issued);
    store.ask();
    const values = { number: issued.number ?? '', day: issued.expiresOn ? day(issued.expiresOn) : '' };
    void toast(t(quoteMachine.moves.issue.done, values), { kind: 'ok' });
    scrollTo({ top: 0 });
    // The pressed button is gone, so the focus moves to the content.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  /** Makes a new quote from this one and opens it in its own builder. */
  const another = (name: 'revise' | 'duplicate') =>
    store.derive(name, (id, key) => call(`POST /quotes/:id/${name}`, { params: { id }, key }));

  const remove = () =>
    store.alone(async () => {
      const { id, version } = store.$quote.get()!;
      await call('DELETE /quotes/:id', { params: { id }, version });
      store.autosave.forget();
      (await session()).dropQuote(id);
      location.assign('/quotation');
    });

  return {
    stepOf,
    issue,
    remove,
    give: (contract: ForContract) => give(store, contract, seen),
    accept: () => go('accept'),
    reopen: () => go('reopen'),
    revise: () => another('revise'),
    duplicate: () => another('duplicate'),
    keep: () =>
      store.attempt(async () => {
        const { keepForSession } = await import('../keepForSession.ts');
        keepForSession(sessionQuote(store.$quote.get()!, store));
      }),
    compare: () =>
      store.attempt(async ({ id }) => {
        location.assign(`/quotation/comparison?ids=${id}#pick`);
      }),
  };
}
