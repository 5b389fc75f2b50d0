import { telephone } from '#domain/italian.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { enhance, showErrors, showStrengthWhenTyped, text } from '#site/lib/native-form.client.ts';
import { authLive } from '#site/messages/it/auth.ts';
import { settings as words } from '#site/messages/it/users.ts';
import { toast } from '#site/ui/toast.ts';
import './grants.client.ts';
import './picture.client.ts';
import './second-factor.client.ts';
import './tokens.client.ts';

const form = (id: string) => document.getElementById(id) as HTMLFormElement;
const saved = () => void toast(words.saved, { kind: 'ok' });

const profile = form('profile');
const password = form('password-form');
showStrengthWhenTyped(password);
const field = (name: string) => profile.querySelector<HTMLInputElement>(`[name=${name}]`)!;

/** Fields that count as unsaved changes. The current password is left out, because browsers fill it in. */
const typed = [...profile.querySelectorAll('input'), password.querySelector<HTMLInputElement>('#password')!];
addEventListener('beforeunload', (event) => {
  if (typed.some(({ value, defaultValue }) => value !== defaultValue)) event.preventDefault();
});
addEventListener('volante:logout', () => [profile, password].forEach((one) => one.reset()));

const shownOf = ({ name, phone }: { name: string; phone: string | null }) => ({ name, phone: telephone(phone ?? '') });

/**
 * Takes over the server's current values. A field that the person has changed keeps its text; returns what that text would overwrite, by
 * field.
 */
function meet(current: { name: string; phone: string | null; version: number }): Record<string, string> {
  profile.dataset.version = String(current.version);
  const over: Record<string, string> = {};
  for (const name of ['name', 'phone'] as const) {
    const input = field(name);
    const theirs = shownOf(current)[name];
    if (input.value === input.defaultValue) input.value = theirs;
    else if (theirs !== input.defaultValue && theirs !== input.value)
      over[name] = t(words.profile.elsewhere, { value: theirs || '—' });
    input.defaultValue = theirs;
  }
  return over;
}

enhance(profile, async (data) => {
  const body = { name: text(data, 'name'), phone: text(data, 'phone').trim() || null };
  try {
    const user = await call('PUT /users/me', { body, version: Number(profile.dataset.version) });
    profile.dataset.version = String(user.version);
    for (const [name, kept] of Object.entries(shownOf(user))) {
      if (field(name).value === data.get(name)) field(name).value = kept;
      field(name).defaultValue = kept;
    }
    for (const shown of document.querySelectorAll('.who b, .me b')) shown.textContent = user.name;
    saved();
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.body.error !== 'stale') throw cause;
    const over = meet(cause.body.current as Parameters<typeof meet>[0]);
    throw new CallError(cause.status, { ...cause.body, fields: { ...over, profile: words.profile.stale } });
  }
});

enhance(password, async (data) => {
  if (text(data, 'password') !== text(data, 'repeat')) return showErrors(password, '', { repeat: authLive.differs });
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

document.getElementById('location')?.addEventListener('change', async ({ target }) => {
  const locationId = Number((target as HTMLInputElement).value);
  await call('PUT /users/me/location', { body: { locationId } }).then(saved, (cause: Error) =>
    toast(cause.message, { kind: 'bad' }),
  );
});

document.getElementById('notifications')?.addEventListener('change', async ({ target }) => {
  const row = (target as Element).closest<HTMLElement>('[data-kind]')!;
  const on = (name: string) => row.querySelector<HTMLInputElement>(`[name=${name}]`)!.checked;
  const body = { [row.dataset.kind!]: { bell: on('bell'), mail: on('mail') } };
  await call('PUT /notifications/settings', { body }).then(saved, (cause: Error) =>
    toast(cause.message, { kind: 'bad' }),
  );
});

document.getElementById('sessions')!.addEventListener('click', async (event) => {
  const row = (event.target as Element).closest('button')?.closest<HTMLElement>('[data-session]');
  if (!row) return;
  try {
    await call('DELETE /users/me/sessions/:id', { params: { id: Number(row.dataset.session) } });
    const next = row.nextElementSibling?.querySelector('button');
    const table = row.closest<HTMLElement>('[role=region]')!;
    row.remove();
    (next ?? table).focus();
    void toast(words.sessions.closed, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
