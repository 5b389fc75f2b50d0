import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';

// Who only reads has no form.
const form = document.querySelector<HTMLFormElement>('#begin');
if (form)
  enhance(form, async (data) => {
    const { id } = await call('POST /catalog/editions', {
      body: { name: text(data, 'name') },
    });
    location.assign(`/fms/catalog?edition=${id}`);
  });
