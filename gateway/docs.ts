import { type Context, Hono } from 'hono';
import type { Env, GatewayConfig } from './env.ts';
import { openapi } from './openapi.ts';
import { reference, REFERENCE_POLICY } from './reference.ts';

/**
 * The OpenAPI document and the API reference page, made from the table of calls at the first request; only for
 * logged-in users (rules.md §26, 4).
 */
export function docs(config: GatewayConfig, admit: (c: Context<Env>) => Promise<void>): Hono<Env> {
  const app = new Hono<Env>();
  let description: object | undefined;
  let page: ReturnType<typeof reference> | undefined;
  app.get('/openapi.json', async (c) => {
    await admit(c);
    c.set('route', 'GET /openapi.json');
    return c.json((description ??= openapi(config)));
  });
  app.get('/reference', async (c) => {
    await admit(c);
    c.set('route', 'GET /reference');
    c.header('content-security-policy', REFERENCE_POLICY);
    return c.html((page ??= reference()));
  });
  return app;
}
