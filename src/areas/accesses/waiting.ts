/** Minutes after which a wait is amber; a long one is red. */
export const SLOW = 10;

export const minutesSince = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
