/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by fetch.ts before Astro starts. */
    gateway: import('#gateway/app.ts').Gateway;
    config: import('../config.ts').Config;
    requestId: string;
    /** The requested path and query, also on the error page that replaces the page. */
    asked: string;
    /** Aborts when the page may wait no longer for answers. */
    deadline: AbortSignal;
    /** Set by middleware.ts. Pages for logged-in users get it with `userOf(Astro.locals)`. */
    user: import('#domain/auth/schema.ts').User | null;
    company: { id: number; name: string } | null;
    /** The person of the manufacturer who sees this page on behalf of a company; `user` is then who they are to that company. */
    visitor?: { user: import('#domain/auth/schema.ts').User; behalf: import('#domain/network/endpoints.ts').Behalf };
    route: import('./routes.ts').Route | undefined;
    /** Makes a call of the table with the rights of the logged-in user; throws `Failure`. */
    call: <N extends import('#domain/endpoints.ts').CallName>(
      name: N,
      input: import('./lib/call.ts').CallInput<N>,
    ) => Promise<import('./lib/call.ts').CallAnswer<N>>;
    /** Nonce for the style elements that AG Grid adds; it is in the policy of this answer and in `<meta name="csp-nonce">`. */
    nonce: string;
    /** Why the error page replaces the page. */
    failure?: import('#domain/errors.ts').Failure;
  }
}
