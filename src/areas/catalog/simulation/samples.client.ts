/** Keeps configurations of a version, and drops them. */
import type { CustomerType } from '#domain/customers/terms.ts';
import { parseNumber, parseWhole } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-sample]');
/** What is no number is refused at its field; nothing typed is none. */
const numberOf = (data: FormData, name: string, read = parseNumber) =>
  text(data, name).trim() === '' ? 0 : (read(text(data, name)) ?? Number.NaN);

if (form) {
  // Most only read the page: the rules come with who opens the choice.
  const choice = form.querySelector('details')!;
  const versionId = Number(form.dataset.sample);
  choice.addEventListener(
    'toggle',
    () => void import('./choice.client.ts').then(({ tryOn }) => tryOn(choice, versionId)),
    {
      once: true,
    },
  );
  document.querySelector('a[href="#choice"]')?.addEventListener('click', () => (choice.open = true));
  enhance(form, async (data) => {
    const body = {
      name: text(data, 'name'),
      versionId,
      optionIds: data.getAll('optionIds').map(Number),
      customer: text(data, 'customer') as CustomerType,
      province: text(data, 'province').trim().toUpperCase(),
      deposit: Math.round(numberOf(data, 'deposit') * 100),
      months: text(data, 'months').trim() === '' ? null : numberOf(data, 'months', parseWhole),
      tan: numberOf(data, 'tan'),
    };
    await call('POST /catalog/samples', { body });
    location.reload();
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-drop]'))
    button.addEventListener('click', async () => {
      const { drop, version } = button.dataset;
      try {
        await call('DELETE /catalog/samples/:id', { params: { id: Number(drop) }, version: Number(version) });
        location.reload();
      } catch (cause) {
        showErrors(form, (cause as Error).message);
      }
    });
}
