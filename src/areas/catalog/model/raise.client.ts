/** Saves the previewed prices in the open edition, all at once. */
import type { Raise, RaisedSum } from '#domain/catalog/editions/raise.ts';
import { call } from '#site/lib/call.ts';
import { enhance } from '#site/lib/native-form.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-raise]');
if (form)
  enhance(form, async () => {
    const { edition, raise = '{}', then = '' } = form.dataset;
    const body = JSON.parse(raise) as Raise & { seen: RaisedSum };
    await call('POST /catalog/editions/:id/raise', { params: { id: Number(edition) }, body });
    location.assign(then);
  });
