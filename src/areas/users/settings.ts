import { call, CallError } from '../../lib/call.ts';
import { enhance, showErrors, text } from '../../lib/native-form.ts';
import { auth } from '../../messages/it/auth.ts';
import { settings as words } from '../../messages/it/settings.ts';
import { toast } from '../../shell/toast.ts';
import './picture.ts';

const form = (id: string) => document.getElementById(id) as HTMLFormElement;
const saved = () => void toast(words.saved, { kind: 'ok' });

const profile = form('profile');
enhance(profile, async (data) => {
  const body = { name: text(data, 'name'), phone: text(data, 'phone').trim() || null };
  try {
    const user = await call('PUT /users/me', { body, version: Number(profile.dataset.version) });
    profile.dataset.version = String(user.version);
    for (const shown of document.querySelectorAll('.who b, .me b')) shown.textContent = user.name;
    saved();
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.body.error !== 'stale') throw cause;
    const current = cause.body.current as { name: string; phone: string | null; version: number };
    profile.dataset.version = String(current.version);
    profile.querySelector<HTMLInputElement>('[name=name]')!.value = current.name;
    profile.querySelector<HTMLInputElement>('[name=phone]')!.value = current.phone ?? '';
    showErrors(profile, words.profile.stale);
  }
});

const password = form('password-form');
enhance(password, async (data) => {
  if (text(data, 'password') !== text(data, 'repeat')) return showErrors(password, '', { repeat: auth.reset.differs });
  await call('PUT /users/me/password', { body: { current: text(data, 'current'), password: text(data, 'password') } });
  password.reset();
  document.querySelectorAll('[data-session]').forEach((row) => row.querySelector('button') && row.remove());
  void toast(words.password.done, { kind: 'ok' });
});

type Look = { theme: 'system' | 'light' | 'dark'; density: 'comfortable' | 'compact' };
const appearance = form('appearance');
appearance.addEventListener('change', async () => {
  const data = new FormData(appearance);
  const { theme, density } = Object.fromEntries(data) as Look;
  const shortcuts = data.has('shortcuts');
  const page = document.documentElement.dataset;
  page.density = density;
  if (theme === 'system') delete page.theme;
  else page.theme = theme;
  if (shortcuts) delete page.shortcuts;
  else page.shortcuts = 'off';
  await call('PUT /users/me/appearance', { body: { theme, density, shortcuts } }).then(saved, (cause: Error) =>
    toast(cause.message, { kind: 'bad' }),
  );
});

document.getElementById('sessions')!.addEventListener('click', async (event) => {
  const row = (event.target as Element).closest('button')?.closest<HTMLElement>('[data-session]');
  if (!row) return;
  try {
    await call('DELETE /users/me/sessions/:id', { params: { id: Number(row.dataset.session) } });
    row.remove();
    void toast(words.sessions.closed, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
