/** Controls that are fields of catalogue rows: what they say, and where a refusal of them stands. */
import type { Value } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import { hundredths, number, parseNumber, yesNo } from '#domain/italian.ts';
import { CallError, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';
import { showErrors } from '#site/lib/native-form.client.ts';

export type Control = HTMLInputElement | HTMLSelectElement;

/** A row as it is sent to an edition. */
export interface SentRow {
  kind: CatalogKind;
  key: string;
  version: number;
  values: Record<string, Value> | null;
}

/** The controls of a form that one sees. */
export const controlsOf = (form: HTMLElement): Control[] =>
  [...form.querySelectorAll<Control>('[data-kind]')].filter((one) => !one.closest('[hidden]'));

export const isTouched = (one: Control): boolean =>
  one instanceof HTMLSelectElement
    ? [...one.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : one.type === 'checkbox'
      ? one.checked !== one.defaultChecked
      : one.value.trim() !== one.defaultValue.trim();

/** What a control says; a number that cannot be read goes as its text, so that the server refuses it at its place. */
function valuesOf(one: Control): Record<string, Value> {
  const { field = '', type } = one.dataset;
  if (one instanceof HTMLInputElement && one.type === 'checkbox') {
    if (one.dataset.hide !== undefined) return { [field]: !one.checked };
    if (field === 'published') return { published: !one.checked, retiredOn: one.checked ? DAY : null };
    return { [field]: field === 'retiredOn' ? (one.checked ? DAY : null) : one.checked };
  }
  const text = one.value.trim();
  if (type === 'text') return { [field]: text };
  if (type === 'use') return { [field]: text === '' ? null : text === 'true' };
  if (text === '') return { [field]: null };
  if (type === 'colour') return { [field]: text.toLowerCase() };
  const read = parseNumber(text);
  return { [field]: read === null ? text : type === 'cents' ? Math.round(read * 100) : read };
}

/** The rows that these controls are fields of. */
export function rowsOf(controls: readonly Control[]): SentRow[] {
  const rows = new Map<string, SentRow>();
  const dropped = new Set(
    controls.flatMap(({ dataset }) => (dataset.drop === undefined ? [] : [`${dataset.kind} ${dataset.key}`])),
  );
  for (const one of controls) {
    const { kind, key = '', change } = one.dataset;
    const values = dropped.has(`${kind} ${key}`) ? null : { ...rows.get(`${kind} ${key}`)?.values, ...valuesOf(one) };
    rows.set(`${kind} ${key}`, { kind: kind as CatalogKind, key, version: Number(change), values });
  }
  return [...rows.values()];
}

/** The rows that the choice of options says: which the version has, and the lines of new ones that are filled. */
export function optionRows(form: HTMLElement, all: readonly SentRow[]): SentRow[] {
  const makerId = Number(form.querySelector<HTMLElement>('[data-maker]')!.dataset.maker);
  const isFilled = (key: string) =>
    all.some((one) => one.kind === 'options' && one.key === key && (one.values?.code || one.values?.name));
  return all.flatMap((row): SentRow[] => {
    const key = row.kind === 'options' ? row.key : (row.key.split(':')[1] ?? '');
    if (key.startsWith('-')) {
      if (!isFilled(key)) return [];
      const values = row.kind === 'options' ? { ...row.values, makerId } : row.values;
      return [{ ...row, values }];
    }
    // A choice that was taken back is no row of the edition any more.
    if (row.values?.standard === null) return row.version === 0 ? [] : [{ ...row, values: null }];
    return [row];
  });
}

/** The fields of the options of a new rule; none while nothing is typed there. */
export function typedRule(form: HTMLElement): HTMLInputElement[] {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-rule-option]')];
  return fields.some(({ value }) => value.trim() !== '') ? fields : [];
}

/** The rule that is chosen, if any; a sentence says what is wrong with it. */
export function newRule(form: HTMLElement): SentRow[] | string {
  const typed = typedRule(form);
  if (typed.length === 0) return [];
  const [option, other] = typed.map(({ dataset }) => dataset.option);
  if (!option || !other) return words.ruleUnknown;
  const key = `${option}:${form.querySelector<HTMLSelectElement>('[data-new-rule] select')!.value}:${other}`;
  // The version has it already, or had it.
  if (form.querySelector(`[data-key="${key}"]`)) return words.ruleThere;
  return [{ kind: 'optionRules', key, version: 0, values: {} }];
}

/** Shows what the server refused at the controls of its rows. */
export function showRefusal(form: HTMLFormElement, cause: unknown, rows: readonly SentRow[]): void {
  if (!(cause instanceof CallError)) throw cause;
  const controls = controlsOf(form);
  const fields = Object.entries(cause.body.fields ?? {}).map(([path, sentence]) => {
    const [, at, field] = path.split('.');
    const row = rows[Number(at)];
    const wrong = controls.find(
      ({ dataset }) =>
        dataset.kind === row?.kind && dataset.key === row?.key && (dataset.field === field || field === 'key'),
    );
    return [wrong?.name ?? path, sentence];
  });
  showErrors(form, cause.message, Object.fromEntries(fields) as Record<string, string>);
}

/** What a control shows is what is saved: it is touched no more. */
function settle(one: Control): void {
  if (one instanceof HTMLSelectElement) for (const option of one.options) option.defaultSelected = option.selected;
  else if (one.type === 'checkbox') one.defaultChecked = one.checked;
  else one.defaultValue = one.value;
}

/** A value as a control writes it. */
function written({ dataset }: Control, value: Value): string {
  if (typeof value === 'boolean') return yesNo(value);
  if (typeof value !== 'number') return value ?? words.nothing;
  return dataset.type === 'cents' ? hundredths(value / 100) : number(value);
}

/**
 * Shows at the controls of rows that somebody else has changed what they wrote there. What was typed stays, and replaces
 * theirs when it is saved again; the other rows are saved, and new ones have their ids.
 */
export function showConflicts(
  form: HTMLFormElement,
  { saved, gone, conflicts, ids }: Omit<CallAnswer<'POST /catalog/editions/:id/rows'>, 'edition'>,
): void {
  const controls = controlsOf(form);
  for (const { dataset } of controls)
    dataset.key = dataset.key!.split(':').map((part) => ids[part] ?? part).join(':'); // prettier-ignore
  const fields: Record<string, string> = {};
  const at = ({ kind, key, version }: Pick<SentRow, 'kind' | 'key' | 'version'>) => {
    const own = controls.filter(({ dataset }) => dataset.kind === kind && dataset.key === key);
    for (const { dataset } of own) dataset.change = String(version);
    return own;
  };
  for (const row of saved) at(row).forEach(settle);
  for (const row of gone) at({ ...row, version: 0 }).forEach(settle);
  for (const row of conflicts)
    for (const one of at(row).filter(isTouched)) {
      const theirs = row.theirs?.[one.dataset.field ?? ''];
      if (theirs !== undefined)
        fields[one.name] = t(words.theirs, { name: row.changer ?? '', value: written(one, theirs) });
      else if (row.theirs === null) fields[one.name] = words.theirsGone;
    }
  showErrors(form, '', { ...fields, conflicts: t(words.conflictHere, { count: conflicts.length }) });
}
