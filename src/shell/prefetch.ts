/** What is followed from the bell is read before its page is made, which counts the rest. Tells the browser to prefetch a page when its link is pressed. It stands in every page; the policy in astro.config.mjs names its hash. */
export const PREFETCH = JSON.stringify({
  prefetch: [
    { where: { and: [{ href_matches: '/*' }, { not: { selector_matches: '#bell a' } }] }, eagerness: 'conservative' },
  ],
});
