import type { LayoutKind } from '#domain/layouts/terms.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';

const form = document.querySelector<HTMLFormElement>('#new-layout')!;
const key = newKey();

enhance(form, async (data) => {
  // The list of choices holds nothing else.
  const body = { kind: text(data, 'kind') as LayoutKind, name: text(data, 'name') };
  const { id } = await call('POST /network/layouts', { body, key });
  location.assign(`/fms/layoutsHandler?layout=${id}`);
});
