/** Minutes after which a wait is amber, and red. */
export const SLOW = 10;
export const LONG = 20;

export const minutesSince = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
