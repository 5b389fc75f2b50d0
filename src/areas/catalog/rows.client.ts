/** Turns the changed controls of a page into rows of the open edition, and takes rows of it back. */
import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import { call } from '#site/lib/call.ts';
import { askBeforeLeaving, enhance, showErrors } from '#site/lib/native-form.client.ts';
import {
  controlsOf,
  isTouched,
  newRule,
  optionRows,
  rowsOf,
  showConflicts,
  showRefusal,
  typedRule,
  type SentRow,
} from './controls.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-edition]');
/** What finds the options of a new rule, for who saves before they were found, or before it has come. */
let finding: Promise<readonly (() => Promise<void>)[]> = Promise.resolve([]);
if (form) {
  const letGo = askBeforeLeaving(() => controlsOf(form).some(isTouched) || typedRule(form).length > 0);
  const send = async (rows: SentRow[], done: () => void) => {
    try {
      const params = { id: Number(form.dataset.edition) };
      const answer = await call('POST /catalog/editions/:id/rows', { params, body: { rows } });
      // A new rule says nothing more than that it is there: one that somebody has made is the same.
      const differs = ({ kind, mine, theirs }: (typeof answer.conflicts)[number]) =>
        kind !== 'optionRules' || theirs === null || mine === null || Object.keys(mine).length > 0;
      if (answer.conflicts.some(differs)) showConflicts(form, answer);
      else done();
    } catch (cause) {
      showRefusal(form, cause, rows);
    }
  };
  enhance(form, async () => {
    const isChoosing = form.querySelector('[data-maker]') !== null;
    const wanted = controlsOf(form).filter((one) => isTouched(one) || /(^|:)-/.test(one.dataset.key ?? ''));
    const typed = rowsOf(wanted);
    await Promise.all((await finding).map((find) => find()));
    const rule = newRule(form);
    if (typeof rule === 'string') return showErrors(form, rule);
    const rows = [...(isChoosing ? optionRows(form, typed) : typed), ...rule];
    if (rows.length === 0) return;
    await send(rows, () => {
      letGo();
      const then = new URL(form.dataset.then!, location.href);
      // On which of many pages it is, the server knows.
      for (const { key } of rule) then.searchParams.set('rule', key);
      if (rule.length > 0) then.hash = 'rules';
      location.assign(then);
    });
  });
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-take-back]')) {
    const { takeBack, row = '', change, all } = button.dataset;
    // With a new row goes all that points to it: that is said first, and done when it is pressed again.
    let isSaid = all === undefined;
    button.addEventListener('click', () => {
      if (!isSaid) {
        isSaid = true;
        button.textContent = all!;
        button.removeAttribute('aria-label');
        return;
      }
      const gone = { kind: takeBack as CatalogKind, key: row, version: Number(change), values: null };
      // What is typed and not saved stays, as far as the browser asks.
      void send([gone], () => {
        // Of a version that is no more the page of its model is left.
        if (all !== undefined && takeBack === 'versions')
          location.assign(`${location.pathname.replace(/\/\d+$/, '')}${location.search}`);
        else location.reload();
      });
    });
  }
}
// Most add no rule: what proposes options for one comes with who begins it.
form?.querySelector('[data-new-rule]')?.addEventListener(
  'focusin',
  ({ currentTarget }) => {
    const inputs = (currentTarget as HTMLElement).querySelectorAll<HTMLInputElement>('[data-rule-option]');
    finding = import('./version/rule.client.ts').then(({ propose }) =>
      Array.from(inputs, (input) => propose(input, Number(form.dataset.version), Number(form.dataset.edition))),
    );
  },
  { once: true },
);
// Nobody waits for who else is here: it comes after the page.
if (document.querySelector('[data-presence]')) void import('./presence.client.ts');
