/** Turns the changed controls of a page into rows of the open edition. */
import type { Value } from '#domain/catalog/editions/changes.ts';
import { DAY, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { parseNumber } from '#domain/italian.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { enhance, showErrors } from '#site/lib/native-form.client.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

type Control = HTMLInputElement | HTMLSelectElement;
type Values = Record<string, Value>;

const form = document.querySelector<HTMLFormElement>('form[data-edition]');
const isTouched = (one: Control): boolean =>
  one instanceof HTMLSelectElement
    ? [...one.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : one.type === 'checkbox'
      ? one.checked !== one.defaultChecked
      : one.value.trim() !== one.defaultValue.trim();

/** What a control says; a number that cannot be read goes as its text, so that the server refuses it at its place. */
function valuesOf(one: Control): Values {
  const { field = '', type } = one.dataset;
  if (one instanceof HTMLInputElement && one.type === 'checkbox') {
    if (field === 'published') return { published: !one.checked, retiredOn: one.checked ? DAY : null };
    return { [field]: field === 'retiredOn' ? (one.checked ? DAY : null) : one.checked };
  }
  const text = one.value.trim();
  if (type === 'text') return { [field]: text };
  if (text === '') return { [field]: null };
  const read = parseNumber(text);
  return { [field]: read === null ? text : type === 'cents' ? Math.round(read * 100) : read };
}

if (form)
  enhance(form, async () => {
    const touched = [...form.querySelectorAll<Control>('[data-kind]')].filter(isTouched);
    if (touched.length === 0) return;
    const rows = new Map<string, { kind: CatalogKind; key: string; version: number; values: Values }>();
    for (const one of touched) {
      const { kind, key = '', change } = one.dataset;
      const row = rows.get(`${kind} ${key}`);
      const values = { ...row?.values, ...valuesOf(one) };
      rows.set(`${kind} ${key}`, { kind: kind as CatalogKind, key, version: Number(change), values });
    }
    try {
      const params = { id: Number(form.dataset.edition) };
      const { conflicts } = await call('POST /catalog/editions/:id/rows', {
        params,
        body: { rows: [...rows.values()] },
      });
      if (conflicts.length === 0) return location.reload();
      showErrors(form, t(words.conflict, { count: conflicts.length }));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      // What is wrong stands at the place of its row.
      const [[path, sentence] = []] = Object.entries(cause.body.fields ?? {});
      const [, at, field] = path?.split('.') ?? [];
      const row = [...rows.values()][Number(at)];
      const wrong = touched.find(
        ({ dataset }) =>
          dataset.kind === row?.kind && dataset.key === row?.key && (dataset.field === field || field === 'key'),
      );
      showErrors(form, sentence ?? cause.message);
      wrong?.setAttribute('aria-invalid', 'true');
      wrong?.focus();
    }
  });
