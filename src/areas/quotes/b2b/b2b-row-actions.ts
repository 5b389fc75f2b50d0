import { dayInRome } from '#domain/dates.ts';
import { actionsOf } from '#domain/machine.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import type { Lost } from '#site/areas/quotes/builder/Lose.tsx';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { quoteActions as words } from '#site/messages/it/quotes-list.ts';
import type { Action } from '#site/ui/list/columns.ts';
import type { Asked, Attempt } from '../list/row-actions.ts';

const { moves, acts } = b2bMachine;

/** What this person may do with an offer of the list; `ask` opens a dialog. */
export function b2bRowActions(
  row: B2bRow,
  who: { id: number; privileges: readonly number[] },
  attempt: Attempt,
  ask: (asked: Asked) => void,
): Action[] {
  const { id, version, href } = row;
  const params = { id };
  const seen = { params, version };
  // The list may stay open past midnight, so the day is read when a menu opens. Lists show the newest revisions only.
  const may = actionsOf(b2bMachine, { ...row, superseded: false }, { ...who, today: dayInRome(new Date()) });
  const move = (name: 'accept' | 'withdraw' | 'reopen') => ({
    label: moves[name].label,
    run: () => void attempt(() => call(`POST /quotes/b2b/:id/${name}`, seen), moves[name].done),
  });
  const derive = (name: 'revise' | 'duplicate') => ({
    label: acts[name].label,
    run: () =>
      void attempt(async () =>
        location.assign((await call(`POST /quotes/b2b/:id/${name}`, { params, key: newKey() })).href),
      ),
  });
  const lose = (why: Lost) =>
    attempt(() => call('POST /quotes/b2b/:id/close', { ...seen, body: why }), moves.close.done);
  const remove = () => attempt(() => call('DELETE /quotes/b2b/:id', seen), words.deleted);
  const actions: (Action | false)[] = [
    { label: words.open, href },
    { label: words.pdf, href: apiPath('GET /quotes/b2b/:id/document', { params }), newTab: true },
    may.includes('accept') && move('accept'),
    may.includes('withdraw') && move('withdraw'),
    may.includes('reopen') && move('reopen'),
    may.includes('revise') && derive('revise'),
    may.includes('duplicate') && derive('duplicate'),
    may.includes('close') && { label: moves.close.label, run: () => ask({ what: 'close', run: lose }) },
    may.includes('delete') && {
      label: acts.delete.label,
      danger: true,
      run: () => ask({ what: 'delete', run: remove }),
    },
  ];
  return actions.filter((action) => action !== false);
}
