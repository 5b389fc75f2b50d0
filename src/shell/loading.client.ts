/** The bar at the top while a page loads. It appears after 200 ms, so that fast pages do not flash (specification §9). */
const DELAY_MS = 200;
const LONGEST_MS = 10_000;

const bar = document.getElementById('loading')!;
let timers: ReturnType<typeof setTimeout>[] = [];

export function startLoading(): void {
  stopLoading();
  timers = [setTimeout(() => (bar.hidden = false), DELAY_MS), setTimeout(stopLoading, LONGEST_MS)];
}

export function stopLoading(): void {
  timers.forEach(clearTimeout);
  bar.hidden = true;
}

/**
 * A link to call or mail opens another program, yet the browser asks the page whether it may be left. The question is
 * stopped here: the guards of typed input would hold up the call, although nothing is lost by it.
 */
let opensBeside = false;
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  opensBeside = link !== null && /^(tel|sms|mailto):$/.test(link.protocol);
});

addEventListener('beforeunload', (event) => {
  if (!opensBeside) return startLoading();
  // The next question is about the page itself, such as closing it.
  opensBeside = false;
  event.stopImmediatePropagation();
});
addEventListener('pageshow', stopLoading);
