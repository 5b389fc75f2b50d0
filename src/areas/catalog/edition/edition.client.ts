import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import { parseWhole } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { step } from './step.client.ts';

const section = document.getElementById('edition')!;
const params = { id: Number(section.dataset.edition) };
const version = Number(section.dataset.version);
const alert = section.querySelector<HTMLElement>('[data-said]')!;

section
  .querySelector('[data-delete]')
  ?.addEventListener(
    'click',
    () => void step(alert, () => call('DELETE /catalog/editions/:id', { params, version }), '/fms/catalog'),
  );
const rebase = section.querySelector<HTMLElement>('[data-rebase]');
rebase?.addEventListener('click', () => {
  const names = new Set(
    [...section.querySelectorAll<HTMLElement>('[data-moved]')].map(({ dataset }) => dataset.moved!),
  );
  const rows = [...names].map((name) => ({ kind: name.split(' ')[0] as CatalogKind, key: name.split(' ')[1]! }));
  const { rebase: which, seen = '' } = rebase.dataset;
  void step(alert, () =>
    call('POST /catalog/editions/:id/rebase', { params, body: { seen, ...(which === 'shown' && { rows }) } }),
  );
});
const settings = section.querySelector<HTMLFormElement>('[data-settings]');
if (settings)
  enhance(settings, async (data) => {
    // What is no number is refused at its field.
    const daysOf = (name: string) => parseWhole(text(data, name)) ?? Number.NaN;
    const body = { name: text(data, 'name'), issuedDays: daysOf('issuedDays'), draftDays: daysOf('draftDays') };
    await call('PUT /catalog/editions/:id', { params, version, body });
    location.reload();
  });
const back = section.querySelector<HTMLFormElement>('[data-back]');
if (back)
  enhance(back, async (data) => {
    const body = { reason: text(data, 'reason') as 'other', note: text(data, 'note') };
    await call('POST /catalog/editions/:id/roll_back', { params, version, body });
    location.reload();
  });
// Nobody waits for who else is here: it comes after the page.
if (document.querySelector('[data-presence]')) void import('../presence.client.ts');
