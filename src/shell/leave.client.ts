import { live as words } from '../messages/it/shell.ts';
import { clearAtLogout } from '../stores/persisted.ts';
import { toast } from '#site/ui/toast.ts';

const channel = new BroadcastChannel('volante');
// Another tab has logged out, so this one shows data of an ended session.
channel.addEventListener('message', ({ data }) => forget(data as string));

document.addEventListener('click', (event) => {
  if (!(event.target as Element).closest('[data-logout]')) return;
  event.preventDefault();
  void import('./logout.client.ts').then(
    ({ askLogout }) => askLogout(left, event.detail === 0),
    () => toast(words.logoutFailed, { kind: 'bad' }),
  );
});

/** The session is over: clears the person's data here and in the other tabs (specification §2, "Logout"). */
function left(): void {
  const userId = document.querySelector<HTMLElement>('[data-user]')!.dataset.user!;
  channel.postMessage(userId);
  forget(userId);
}

/** Clears what belongs to one tab: its session storage and its support chat. */
function forget(userId: string): void {
  clearAtLogout(userId);
  dispatchEvent(new Event('volante:logout'));
  location.replace('/');
}
