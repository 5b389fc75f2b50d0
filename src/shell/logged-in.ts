import './every-page.ts';
import './alerts.ts';
import './early.ts';
import './keys.ts';
import './leave.ts';
import './menu.ts';
import './notices.ts';
import './session.ts';
import './updates.ts';

/** Loaded when it is first wanted: most pages never open the palette or the bell. */
const dialog = document.getElementById('palette')!;
dialog.addEventListener('toggle', () => void import('./palette.ts'), { once: true });
document.getElementById('bell')?.addEventListener('toggle', () => void import('./bell.ts'), { once: true });
if (document.querySelector('meta[name=chat], meta[name=analytics]'))
  void import('./support.ts').then(({ startSupport }) => startSupport());

// The back button of one layout goes one step back where this site has a step (specification §2).
document.querySelector<HTMLAnchorElement>('[data-back=history]')?.addEventListener('click', (event) => {
  if (!document.referrer.startsWith(`${location.origin}/`) || history.length < 2) return;
  event.preventDefault();
  history.back();
});
