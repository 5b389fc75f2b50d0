/** Saves each step of a new version in the draft of its edition, and keeps what is typed until then. */
import { call } from '#site/lib/call.ts';
import { askBeforeLeaving, enhance, text } from '#site/lib/native-form.client.ts';
import { read, remove, write } from '#site/stores/persisted.ts';
import {
  controlsOf,
  isTouched,
  optionRows,
  rowsOf,
  showConflicts,
  showRefusal,
  type SentRow,
} from '../controls.client.ts';

interface Kept {
  search: string;
  typed: Record<string, string | boolean>;
}
type Ids = Partial<Record<'edition' | 'maker' | 'model' | 'version', number>>;

const form = document.querySelector<HTMLFormElement>('form[data-step]');

/** Each part stands under the choice that it belongs to. */
function showChosen(): void {
  for (const select of form!.querySelectorAll<HTMLSelectElement>('[data-chooses]'))
    for (const part of form!.querySelectorAll<HTMLElement>(`[data-for-${select.dataset.chooses}]`))
      part.hidden = part.getAttribute(`data-for-${select.dataset.chooses}`) !== select.value;
}

/** What is typed comes back with the step where it was typed. */
function keepTyped(key: `draft:record:${string}`): void {
  const kept = read(key) as Kept | null;
  const named = () =>
    [...form!.elements].filter((one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement);
  if (kept && kept.search === location.search)
    for (const one of named()) {
      const value = kept.typed[one.name];
      if (typeof value === 'string') one.value = value;
      else if (value !== undefined && one instanceof HTMLInputElement) one.checked = value;
    }
  const note = document.getElementById('kept')!;
  note.hidden = !kept || kept.search === location.search || location.search !== '';
  if (kept) note.querySelector('a')!.search = kept.search;
  form!.addEventListener('input', () => {
    const typed = named().map((one) => [
      one.name,
      one.type === 'checkbox' && 'checked' in one ? one.checked : one.value,
    ]);
    write(key, { search: location.search, typed: Object.fromEntries(typed) as Kept['typed'] });
  });
}

/** What this step changes in the edition. */
function rowsOfStep(step: string, ids: Ids): SentRow[] {
  const all = controlsOf(form!);
  if (step === 'options') {
    const of = all.filter((one) => isTouched(one) || (one.dataset.key ?? '').includes('-'));
    return optionRows(form!, rowsOf(of));
  }
  const rows = rowsOf(all.filter((one) => isTouched(one) || one.dataset.key === '-1'));
  if (step === 'price')
    return rows.map((row) => (row.values?.price === null && row.version > 0 ? { ...row, values: null } : row));
  if (step === 'model')
    return rows.map((row) => (row.key === '-1' ? { ...row, values: { ...row.values, makerId: ids.maker! } } : row));
  if (step !== 'version') return rows;
  return rows.map((row) => (row.key === '-1' ? { ...row, values: { ...row.values, modelId: ids.model! } } : row));
}

if (form) {
  const { step = '', next = '', user = '', params = '{}' } = form.dataset;
  const key = `draft:record:${user}` as const;
  keepTyped(key);
  showChosen();
  form.addEventListener('change', showChosen);
  // Another page of options has another address: what was chosen on this one is not kept there.
  const hasPages = form.querySelector('[form=find-options]') !== null;
  const letGo = askBeforeLeaving(() => hasPages && controlsOf(form).some(isTouched));
  enhance(form, async (data) => {
    const before = JSON.parse(params) as Ids;
    const ids = { ...before };
    if (step === 'maker') ids.edition = Number(text(data, 'edition')) || undefined;
    if (step === 'maker' && ids.edition === undefined) {
      ids.edition = (await call('POST /catalog/editions', { body: { name: text(data, 'name') } })).id;
      // Pressed again after a refusal of the maker, the same edition takes it.
      const select = form.elements.namedItem('edition') as HTMLSelectElement;
      select.add(new Option(text(data, 'name'), String(ids.edition), true, true));
      showChosen();
    }
    if (step === 'maker' || step === 'model') ids[step] = Number(text(data, 'chosen')) || undefined;
    const rows = rowsOfStep(step, ids);
    if (rows.length > 0)
      try {
        const copyOf = Number(form.querySelector<HTMLElement>('[data-copy-of]')?.dataset.copyOf) || undefined;
        const saved = await call('POST /catalog/editions/:id/rows', {
          params: { id: ids.edition! },
          body: { rows, copyOf },
        });
        if (saved.conflicts.length > 0) return showConflicts(form, saved);
        if (step === 'maker' || step === 'model' || step === 'version') ids[step] ??= saved.ids['-1'];
      } catch (cause) {
        return showRefusal(form, cause, rows);
      }
    // What was chosen below another edition, make or model stays behind.
    if (ids.edition !== before.edition || ids.maker !== before.maker) delete ids.model;
    if (ids.model !== before.model) delete ids.version;
    const to = Object.entries(ids).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const search = `?${new URLSearchParams([...to, ['step', next]])}`;
    if (next === 'done') remove(key);
    else write(key, { search, typed: {} });
    letGo();
    location.assign(search);
  });
}
// Nobody waits for who else is here: it comes after the page.
if (document.querySelector('[data-presence]')) void import('../presence.client.ts');
