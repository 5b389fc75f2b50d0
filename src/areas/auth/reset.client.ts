import { call, CallError } from '#site/lib/call.ts';
import { enhance, showErrors, showStrengthWhenTyped, text } from '#site/lib/native-form.client.ts';
import { authLive as words } from '#site/messages/it/auth.ts';

const form = document.querySelector<HTMLFormElement>('#ask, #choose')!;

showStrengthWhenTyped(form);

function done(): void {
  form.hidden = true;
  document.querySelector<HTMLElement>('[data-done]')!.hidden = false;
}

/** Logs in with the new password: the login page asks for the second factor where there is one. */
function enter(email: string, password: string): void {
  const login = document.querySelector<HTMLFormElement>('#enter')!;
  login.querySelector<HTMLInputElement>('[name=email]')!.value = email;
  login.querySelector<HTMLInputElement>('[name=password]')!.value = password;
  done();
  login.submit();
}

enhance(form, async (data) => {
  if (form.id === 'ask') {
    await call('POST /auth/reset', { body: { email: text(data, 'email') } });
    return done();
  }
  const password = text(data, 'password');
  if (password !== text(data, 'repeat')) return showErrors(form, '', { repeat: words.differs });
  try {
    const { email } = await call('POST /auth/password', { body: { token: text(data, 'token'), password } });
    // The server forgets the used token, which it keeps for reloads.
    await fetch('/resetpassword?new').catch(console.info);
    enter(email, password);
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.body.fields?.password || cause.status === 503) throw cause;
    showErrors(form, words.expired);
    document.querySelector<HTMLElement>('[data-again]')!.hidden = false;
  }
});
