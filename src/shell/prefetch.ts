/** Tells the browser to prefetch a page when its link is pressed. Every page contains it; the policy in astro.config.mjs names its hash. */
export const PREFETCH = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'conservative' }],
});
