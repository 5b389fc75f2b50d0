import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { policy as words } from '#site/messages/it/auth.ts';
import { toast } from '#site/ui/toast.ts';

const form = document.getElementById('policy') as HTMLFormElement;
const box = form.querySelector<HTMLInputElement>('[name=secondFactorRequired]')!;

box.addEventListener('change', async () => {
  const secondFactorRequired = box.checked;
  try {
    const { without } = await call('PUT /auth/policy', { body: { secondFactorRequired } });
    form.querySelector('[data-without]')!.textContent = t(words.without, { n: without });
    void toast(secondFactorRequired ? words.required : words.notRequired, { kind: 'ok' });
  } catch (cause) {
    box.checked = !secondFactorRequired;
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
