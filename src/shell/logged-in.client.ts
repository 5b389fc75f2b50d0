import './every-page.client.ts';
import './alerts.client.ts';
import './company.client.ts';
import './early.client.ts';
import './moved.client.ts';
import './keys.client.ts';
import './leave.client.ts';
import './notices.client.ts';
import './session.client.ts';
import './unread.client.ts';
import './updates.client.ts';

/** Loaded when first used, because most pages never open menu, palette or bell. */
const parts: Record<string, () => Promise<unknown>> = {
  explore: () => import('./menu.client.ts'),
  palette: () => import('./palette.client.ts'),
  bell: () => import('./bell.client.ts'),
};
// Listens while capturing, because the panels join the page only when they are needed (panels.server.ts).
document.addEventListener('toggle', ({ target }) => void parts[(target as Element).id]?.(), true);
if (document.querySelector('meta[name=chat], meta[name=analytics]'))
  void import('./support.client.ts').then(({ startSupport }) => startSupport());

// In one layout the back button goes back in the history, if the previous page belongs to this site (specification §2).
document.querySelector<HTMLAnchorElement>('[data-back=history]')?.addEventListener('click', (event) => {
  if (!document.referrer.startsWith(`${location.origin}/`) || history.length < 2) return;
  event.preventDefault();
  history.back();
});
