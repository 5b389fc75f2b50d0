import { read, remove } from '../stores/persisted.ts';
import { bellLabel, unreadText } from './unread.ts';

const LOOK_MS = 60_000;
const bell = document.querySelector<HTMLElement>('[popovertarget=bell]');

export function showUnread(count: number): void {
  if (!bell) return;
  bell.ariaLabel = bellLabel(count);
  bell.querySelector('b')!.textContent = unreadText(count);
}

let used = false;
/**
 * Asks for the number of unread notifications, only when the person has used the page since the last time: requests of an abandoned page
 * would keep its session alive. It uses `fetch`, because `call` leaves for the login page when the session has ended, and what is typed
 * would be lost.
 */
async function look(): Promise<void> {
  if (!used || document.hidden) return;
  used = false;
  try {
    const answer = await fetch('/api/notifications/unread');
    if (answer.ok) showUnread(((await answer.json()) as { unread: number }).unread);
  } catch (cause) {
    console.info('unread', cause);
  }
}

if (bell) {
  const left = read('unread');
  if (left !== null) showUnread(left);
  remove('unread');
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => (used = true), { passive: true });
  setInterval(look, LOOK_MS);
}
