import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';

enhance(document.querySelector<HTMLFormElement>('#begin')!, async (data) => {
  const { id } = await call('POST /catalog/editions', {
    body: { name: text(data, 'name') },
  });
  location.assign(`/fms/catalog?edition=${id}`);
});
