import { dayInRome } from '#domain/dates.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import type { Lost } from '#site/areas/quotes/builder/steps/Lose.tsx';
import { assign as assigning } from '#site/messages/it/lists.ts';
import { keptQuotes } from '#site/messages/it/quotes.ts';
import { quoteActions as words, relist } from '#site/messages/it/quotes-list.ts';
import type { Action } from '#site/ui/list/table/columns.ts';

const { moves, acts } = quoteMachine;

const sessionQuote = ({ id, vehicle, customer, keysInHand, instalment, href }: QuoteRow) => ({
  id,
  vehicle,
  customer,
  keysInHand,
  instalment,
  href,
});

/** An action applies to the version that the list shows; if somebody has saved a newer one, the server refuses it. */
const seen = ({ id, version }: QuoteRow) => ({ params: { id }, version });

/** Runs an action, shows the message when it succeeds, and reads the list again. */
export type Attempt = (work: () => Promise<unknown>, done?: string) => Promise<boolean>;

/** An action that needs a dialog first, with what runs after it. */
export type QuoteListDialog =
  | { what: 'close'; run(why: Lost): unknown }
  | { what: 'delete'; run(): unknown }
  | { what: 'relist'; rows: readonly QuoteRow[] }
  | { what: 'assign'; rows: readonly QuoteRow[] };

/** What this person may do with a quote of the list. `ask` opens a dialog. */
export function rowActions(
  row: QuoteRow,
  who: { id: number; privileges: readonly number[] },
  attempt: Attempt,
  ask: (asked: QuoteListDialog) => void,
): Action[] {
  const { id, href } = row;
  // The list may stay open past midnight, so the day is read when a menu opens. Lists show newest revisions only.
  const may = actionsOf(quoteMachine, { ...row, superseded: false }, { ...who, today: dayInRome(new Date()) });
  const move = (name: 'accept' | 'reopen') => ({
    label: moves[name].label,
    run: () => void attempt(() => call(`POST /quotes/:id/${name}`, seen(row)), moves[name].done),
  });
  const derive = (name: 'revise' | 'duplicate') => ({
    label: acts[name].label,
    run: () =>
      void attempt(async () =>
        location.assign((await call(`POST /quotes/:id/${name}`, { params: { id }, key: newKey() })).href),
      ),
  });
  const lose = (why: Lost) =>
    attempt(() => call('POST /quotes/:id/close', { ...seen(row), body: why }), moves.close.done);
  const remove = () => attempt(() => call('DELETE /quotes/:id', seen(row)), words.deleted);
  const actions: (Action | false)[] = [
    { label: words.open, href },
    { label: words.pdf, href: apiPath('GET /quotes/:id/document', { params: { id } }), newTab: true },
    {
      label: keptQuotes.keep,
      run: async () => (await import('../keepForSession.ts')).keepForSession(sessionQuote(row)),
    },
    may.includes('accept') && move('accept'),
    may.includes('reopen') && move('reopen'),
    may.includes('revise') && derive('revise'),
    row.relisted &&
      may.includes(row.state === 'draft' ? 'save' : 'revise') && {
        label: relist.action,
        run: () => ask({ what: 'relist', rows: [row] }),
      },
    may.includes('duplicate') && derive('duplicate'),
    may.includes('assign') && { label: assigning.action, run: () => ask({ what: 'assign', rows: [row] }) },
    may.includes('close') && { label: moves.close.label, run: () => ask({ what: 'close', run: lose }) },
    may.includes('delete') && {
      label: acts.delete.label,
      danger: true,
      run: () => ask({ what: 'delete', run: remove }),
    },
  ];
  return actions.filter((action) => action !== false);
}
