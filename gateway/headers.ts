import type { MiddlewareHandler } from 'hono';
import type { Env, GatewayConfig } from './env.ts';

/** Files open in the browser's viewers but may not run or load anything; styles are allowed for SVG. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox";

/** Step 2: headers of every answer (rules.md §26, 4). The reference page and files have policies of their own. */
export function securityHeaders(config: GatewayConfig): MiddlewareHandler<Env> {
  const headers = Object.entries({
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'private, no-store',
    ...(config.PUBLIC_ORIGIN.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  });
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value);
    await next();
  };
}
