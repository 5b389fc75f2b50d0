/** The bar at the top while a page loads. It appears after 200 ms, so that fast pages do not flash (specification §9). */
const DELAY_MS = 200;

const bar = document.getElementById('loading')!;
let timer: ReturnType<typeof setTimeout> | undefined;

export function startLoading(): void {
  stopLoading();
  // Shown last it stands over everything, the open menu included.
  timer = setTimeout(() => bar.showPopover(), DELAY_MS);
}

export function stopLoading(): void {
  clearTimeout(timer);
  bar.hidePopover();
}

/**
 * Links to call, to mail or to a file open something beside the page, yet the browser asks the page whether it may be left. The
 * question is stopped here: the guards of typed input would hold up the call, although nothing is lost by it.
 */
let opensBeside = false;
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  opensBeside = link !== null && (link.hasAttribute('download') || /^(tel|sms|mailto):$/.test(link.protocol));
});

addEventListener('beforeunload', (event) => {
  if (!opensBeside) return startLoading();
  // The next question is about the page itself, such as closing it.
  opensBeside = false;
  event.stopImmediatePropagation();
});
addEventListener('pageshow', stopLoading);
// Whoever goes on using the page has stayed: the browser does not say so.
addEventListener('pointerdown', stopLoading, true);
addEventListener('keydown', stopLoading, true);
