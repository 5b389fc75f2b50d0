import { actions, getFetchState, middleware, pages, redirects, sessions, trailingSlash } from 'astro/hono';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { createBackend } from '#backend/app.ts';
import { openDatabase } from '#backend/db/open.ts';
import { createGateway } from '#gateway/app.ts';
import { Failure } from '#domain/errors.ts';
import { readConfig } from '../config.ts';
import { ERROR_STATUS } from './lib/error.ts';
import { VERSION } from './lib/version.ts';

const FORM_BYTES = 16_384;
const config = readConfig(process.env);
// The start script has put the connection there once the database was ready.
const upstream = config.UPSTREAM_URL
  ? fetch
  : createBackend({ db: openDatabase(config.DATABASE_APP_URL ?? ''), config }).fetch;
const gateway = createGateway({ upstream, config });

/** Pages are answered whole: an error deep in a component still becomes the error page with its real status. */
async function whole(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
  try {
    const { status, headers } = c.res;
    const body = await c.res.text();
    // Astro answers its error page with 500 whatever the page says: the real status comes in a header of ours.
    const real = Number(headers.get(ERROR_STATUS) ?? status);
    c.res = undefined;
    c.res = new Response(body, { status: real, headers });
    c.res.headers.delete(ERROR_STATUS);
    c.res.headers.set('content-type', 'text/html; charset=utf-8');
  } catch (cause) {
    const state = getFetchState(c);
    state.locals.failure = cause instanceof Failure ? cause : new Failure('internal', undefined, { cause });
    console.error(state.locals.requestId, cause);
    const page = await state.rewrite('/500');
    c.res = undefined;
    c.res = new Response(page.body, { status: Number(page.headers.get(ERROR_STATUS) ?? 500), headers: page.headers });
    c.res.headers.delete(ERROR_STATUS);
  }
}

const app = new Hono();
app.route('/api', gateway.app);
app.use(compress());
app.use(
  secureHeaders({
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: config.PUBLIC_ORIGIN.startsWith('https:') && 'max-age=31536000; includeSubDomains',
  }),
);
// The forms that pages take without script are a few lines long, and browsers say how long.
app.use(async (c, next) => {
  if (c.req.header('transfer-encoding') || Number(c.req.header('content-length') ?? 0) > FORM_BYTES)
    return c.text('Il contenuto inviato è troppo grande.', 413);
  await next();
});
app.get('/version.json', (c) => c.json({ version: VERSION }, 200, { 'cache-control': 'no-store' }));
// Pages are fetched while the pointer goes down; by header, so that no script is needed.
app.get('/prefetch.json', (c) =>
  c.body(JSON.stringify({ prefetch: [{ where: { href_matches: '/*' }, eagerness: 'conservative' }] }), 200, {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=86400',
  }),
);
app.use(async (c, next) => {
  const requestId = crypto.randomUUID();
  // All the calls of a page together may take as long as one.
  const deadline = AbortSignal.timeout(config.UPSTREAM_TIMEOUT);
  Object.assign(getFetchState(c).locals, { gateway, config, requestId, deadline });
  await next();
  c.header('x-request-id', requestId);
  c.header('cache-control', 'private, no-store');
  c.header('speculation-rules', '"/prefetch.json"');
});
app.use(whole);
app.use(trailingSlash(), redirects(), sessions(), actions(), middleware(), pages());

export default app;
