/**
 * Support chat and analytics of any vendor, chosen by configuration. Known vendors get their commands through the queue that their script
 * reads; any other vendor reads `window.volanteSupport` and listens to the events `volante:identify` and `volante:logout`.
 */
type Queue = unknown[][] & { push: (...commands: unknown[][]) => number };
type Vendors = {
  $crisp?: Queue;
  dataLayer?: unknown[];
  Intercom?: ((...command: unknown[]) => void) & { q?: unknown[] };
};
const page: Window & Vendors & { volanteSupport?: unknown; intercomSettings?: unknown } = window;

function load(src: string): void {
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}

function identify(chat: HTMLMetaElement): void {
  const { email, name, picture, secret, segment } = chat.dataset;
  page.$crisp = [
    ['set', 'user:email', [email, secret]],
    ['set', 'user:nickname', [name]],
    ...(picture ? [['set', 'user:avatar', [new URL(picture, location.href).href]]] : []),
    ['set', 'session:segments', [[segment]]],
  ] as Queue;
  page.intercomSettings = { email, name, user_hash: secret, avatar: picture, company: { name: segment } };
  page.volanteSupport = { email, name, picture, secret, segment };
  load(chat.content);
  dispatchEvent(new CustomEvent('volante:identify', { detail: page.volanteSupport }));
  addEventListener('volante:logout', () => {
    page.$crisp?.push(['do', 'session:reset']);
    page.Intercom?.('shutdown');
    delete page.volanteSupport;
  });
}

function countPage(analytics: HTMLMetaElement): void {
  load(analytics.content);
  if (location.pathname !== '/' && location.pathname !== '/dealer') {
    (page.dataLayer ??= []).push({
      event: 'page_view',
      path: location.pathname,
      company_id: Number(analytics.dataset.company),
    });
  }
}

/** Starts the configured vendors. */
export function startSupport(): void {
  const chat = document.querySelector<HTMLMetaElement>('meta[name=chat]');
  const analytics = document.querySelector<HTMLMetaElement>('meta[name=analytics]');
  if (chat) identify(chat);
  if (analytics) countPage(analytics);
}
