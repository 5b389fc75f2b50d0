import { call } from '#site/lib/call.ts';

/** Reports the reading only when the page is visible: a prefetch or a link checker is no reader. */
const { token = '' } = document.querySelector<HTMLElement>('[data-token]')?.dataset ?? {};

function opened(): void {
  if (document.hidden || !token) return;
  document.removeEventListener('visibilitychange', opened);
  call('POST /offers/opened', { body: { token } }).catch(console.info);
}
document.addEventListener('visibilitychange', opened);
opened();
