/** The bar at the top while a page loads, after 200 ms so that quick pages do not flash (specification §9). */
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

addEventListener('beforeunload', startLoading);
addEventListener('pageshow', stopLoading);

// When the browser skips a view transition its promise rejects; the page is shown all the same, so it is no error.
const giveUp = ({ viewTransition }: PageRevealEvent | PageSwapEvent) => {
  viewTransition?.ready.catch(() => undefined);
  viewTransition?.finished.catch(() => undefined);
};
addEventListener('pagereveal', giveUp);
addEventListener('pageswap', giveUp);
