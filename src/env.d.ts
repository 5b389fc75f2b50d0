/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by fetch.ts before Astro starts. */
    gateway: import('#gateway/app.ts').Gateway;
    config: import('../config.ts').Config;
    requestId: string;
    /** Path and query as asked for, also on the error page that stands in their place. */
    asked: string;
    /** When the page stops waiting for answers. */
    deadline: AbortSignal;
    /** Set by middleware.ts. On pages for logged-in users `user` is there: `userOf(Astro.locals)`. */
    user: import('#domain/auth/schema.ts').User | null;
    company: { id: number; name: string } | null;
    route: import('./routes.ts').Route | undefined;
    /** A call of the table with the rights of the logged-in user; throws `Failure`. */
    call: <N extends import('#domain/endpoints.ts').CallName>(
      name: N,
      input: import('./lib/call.ts').CallInput<N>,
    ) => Promise<import('./lib/call.ts').CallAnswer<N>>;
    /** For the style elements that AG Grid adds; stands in the policy of this answer and in `<meta name="csp-nonce">`. */
    nonce: string;
    /** Why the error page is shown instead of the page. */
    failure?: import('#domain/errors.ts').Failure;
  }
}
