/** The discounts that wait for this person, as parts of the panel of the bell. */
import { approvalMachine } from '#domain/quotes/approvals/terms.ts';
import { call } from '#site/lib/call.ts';
import { approvals as words } from '#site/messages/it/quotes.ts';
import { askedTexts, type DiscountRequest } from './asked.ts';
import { DECIDED } from './decided.client.ts';

/** Rows of the panel; the dashboard has the others. */
const MOST = 5;

const make = (tag: 'div' | 'p' | 'b' | 'span' | 'a' | 'button', more: object, ...inside: (Node | string)[]) => {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...inside);
  return made;
};

function rowOf(asked: DiscountRequest, panel: HTMLElement): HTMLElement {
  const { share, about, badges, why, refuseTitle } = askedTexts(asked);
  const press = (label: string, className: string, decide: () => Promise<boolean>) => {
    const button = make('button', { type: 'button', className, textContent: label });
    button.addEventListener('click', async () => {
      if (button.ariaBusy === 'true') return;
      button.ariaBusy = 'true';
      const isGone = await decide();
      button.ariaBusy = null;
      if (!isGone) return button.focus();
      row.remove();
      // The dashboard behind it lists the same.
      document.dispatchEvent(new CustomEvent(DECIDED, { detail: asked.id }));
      panel.querySelector<HTMLElement>('a, button')?.focus();
    });
    return button;
  };
  const row = make(
    'div',
    { className: 'ask' },
    make('p', {}, make('b', {}, share), ` ${about}`),
    make('p', {}, ...badges.map(({ tone, label }) => make('span', { className: `badge b-${tone}` }, label))),
    make('p', { className: 'muted' }, why),
    make(
      'p',
      { className: 'decide' },
      make('a', { className: 'btn', href: asked.href }, words.open),
      press(words.refuse, 'btn', async () => (await import('./decide.client.ts')).refuse(asked, refuseTitle, panel)),
      press(approvalMachine.moves.grant.label, 'btn primary', async () =>
        (await import('./decide.client.ts')).grant(asked),
      ),
    ),
  );
  return row;
}

/** Those that this person may decide, longest waiting first; nothing when it does not answer. */
export async function askedRows(panel: HTMLElement): Promise<HTMLElement[]> {
  const all = await call('GET /approvals', { query: { state: 'asked' } }).catch(() => []);
  const mine = all.filter(({ decidable }) => decidable);
  const more = make('a', { className: 'more', href: '/dealer#approvals', textContent: words.title });
  return [...mine.slice(0, MOST).map((asked) => rowOf(asked, panel)), ...(mine.length > MOST ? [more] : [])];
}
