/** Tells the browser to prefetch a page when its link is pressed. It stands in every page; the policy in astro.config.mjs names its hash. */
export const PREFETCH = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'conservative' }],
});
