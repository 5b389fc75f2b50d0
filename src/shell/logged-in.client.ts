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

/** Loaded when it is first wanted: most pages never open menu, palette or bell. */
const parts: Record<string, () => Promise<unknown>> = {
  explore: () => import('./menu.client.ts'),
  palette: () => import('./palette.client.ts'),
  bell: () => import('./bell.client.ts'),
};
// Heard on its way down: a panel stands in the page only when it is wanted (panels.server.ts).
document.addEventListener('toggle', ({ target }) => void parts[(target as Element).id]?.(), true);
if (document.querySelector('meta[name=chat], meta[name=analytics]'))
  void import('./support.client.ts').then(({ startSupport }) => startSupport());

// The back button of one layout goes one step back where this site has a step (specification §2).
document.querySelector<HTMLAnchorElement>('[data-back=history]')?.addEventListener('click', (event) => {
  if (!document.referrer.startsWith(`${location.origin}/`) || history.length < 2) return;
  event.preventDefault();
  history.back();
});
