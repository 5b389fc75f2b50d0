import { call } from '#site/lib/call.ts';

/** The reading counts when the page is seen: what is fetched ahead, or by a program that looks at links, was read by nobody. */
const { token = '' } = document.querySelector<HTMLElement>('[data-token]')?.dataset ?? {};

function opened(): void {
  if (document.hidden || !token) return;
  document.removeEventListener('visibilitychange', opened);
  call('POST /offers/opened', { body: { token } }).catch(console.info);
}
document.addEventListener('visibilitychange', opened);
opened();
