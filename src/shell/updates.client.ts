import { call } from '../lib/call.ts';

/** Announces a newer build at the foot of the page (specification §2, §9). Failures are only logged. */
const EVERY_MS = 60_000;

const banner = document.querySelector<HTMLElement>('.update');
const own = document.documentElement.dataset.version;

async function look(): Promise<void> {
  if (document.hidden) return;
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    const { version } = (await response.json()) as { version?: string };
    if (!response.ok || !version || version === own || !banner) return;
    banner.hidden = false;
    clearInterval(timer);
  } catch (cause) {
    console.info('version.json', cause);
  }
}

const timer = setInterval(look, EVERY_MS);
banner?.querySelector('button')?.addEventListener('click', () => location.reload());

// Marks the news as read when the page is visible; a prefetched page has not been read.
if (document.querySelector('[data-updates]')) void call('PUT /users/me/updates-seen', {});
