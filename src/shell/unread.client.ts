import { read, remove } from '../stores/persisted.ts';
import { bellLabel, unreadText } from './unread.ts';

const LOOK_MS = 60_000;
const bell = document.querySelector<HTMLElement>('[popovertarget=bell]');

/** Shows how many notifications are unread. */
export function showUnread(count: number): void {
  if (!bell) return;
  bell.ariaLabel = bellLabel(count);
  bell.querySelector('b')!.textContent = unreadText(count);
}

let used = false;
/**
 * Asked only for who is at work: what an empty chair asks would keep its session open. Not by `call`: the end of the session is asked
 * about elsewhere, where nothing that was typed is lost.
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
