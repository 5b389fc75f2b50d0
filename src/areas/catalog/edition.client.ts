import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import { parseDay, parseWhole } from '#domain/italian.ts';
import { call, CallError } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';

const section = document.getElementById('edition')!;
const params = { id: Number(section.dataset.edition) };
const version = Number(section.dataset.version);
const alert = section.querySelector<HTMLElement>('[role=alert]')!;

/** Does it, and shows what the server makes of it; a refusal names all that is missing. */
async function step(act: () => Promise<unknown>, then = location.href): Promise<void> {
  try {
    await act();
    location.assign(then);
  } catch (cause) {
    const missing = cause instanceof CallError ? (cause.body.missing ?? []) : [];
    alert.textContent = [(cause as Error).message, ...missing.map(({ sentence }) => sentence)]
      .filter((one, at, all) => all.indexOf(one) === at)
      .join(' · ');
    alert.hidden = false;
  }
}

for (const button of section.querySelectorAll<HTMLButtonElement>('[data-move]'))
  button.addEventListener('click', () => {
    const move = button.dataset.move as 'ready' | 'publish' | 'reopen';
    void step(() => call(`POST /catalog/editions/:id/${move}`, { params, version }));
  });
section
  .querySelector('[data-delete]')
  ?.addEventListener(
    'click',
    () => void step(() => call('DELETE /catalog/editions/:id', { params, version }), '/fms/catalog'),
  );
section.querySelector('[data-rebase]')?.addEventListener('click', () => {
  const names = new Set(
    [...section.querySelectorAll<HTMLElement>('[data-moved]')].map(({ dataset }) => dataset.moved!),
  );
  const rows = [...names].map((name) => ({ kind: name.split(' ')[0] as CatalogKind, key: name.split(' ')[1]! }));
  void step(() => call('POST /catalog/editions/:id/rebase', { params, body: { rows } }));
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
const schedule = section.querySelector<HTMLFormElement>('[data-schedule]');
if (schedule)
  enhance(schedule, async (data) => {
    // What is no day is refused at its field.
    const day = parseDay(text(data, 'day'), new Date().getFullYear()) ?? text(data, 'day');
    await call('POST /catalog/editions/:id/schedule', { params, version, body: { day } });
    location.reload();
  });
const back = section.querySelector<HTMLFormElement>('[data-back]');
if (back)
  enhance(back, async (data) => {
    const body = { reason: text(data, 'reason') as 'other', note: text(data, 'note') };
    await call('POST /catalog/editions/:id/roll_back', { params, version, body });
    location.reload();
  });
