import { actions, getFetchState, middleware, pages, redirects, sessions, trailingSlash } from 'astro/hono';
import { Hono, type Context } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { createBackend } from '#backend/app.ts';
import { openDatabase } from '#backend/db/open.ts';
import { createGateway } from '#gateway/app.ts';
import { Failure } from '#domain/errors.ts';
import { readConfig } from '#config';
import { compressed } from './lib/compress.server.ts';
import { ERROR_STATUS } from './lib/error.server.ts';
import { shell as words } from './messages/it/shell.ts';
import { VERSION } from './lib/version.server.ts';
import { preferencePlaces } from './parts/preferences/places.server.ts';
import { routes } from './routes.ts';
import { islandPaths, pagePaths } from './ui/icon-paths.ts';

const FORM_BYTES = 16_384;
const config = readConfig(process.env);
// server.ts sets this address once the database is ready.
const upstream = config.UPSTREAM_URL
  ? undefined
  : createBackend({ db: openDatabase(config.DATABASE_APP_URL ?? ''), config }).fetch;
const gateway = createGateway({ upstream, config });

/** The style and scripts that Astro puts before a page's first island; they hydrate islands. */
const ISLAND = /(<style>astro-island.*?<\/style>)((?:<script>.*?<\/script>)+)/s;
/** In development other modules stand in the page itself, which prepare it for them. */
const MODULES = /<script type="module"[^>]* src="[^>]*><\/script>/g;
const PLACE = '<template id="scripts">';

/** The page with its scripts in the template whose content starts after the first picture (start.server.ts). */
function withScriptsLater(page: string): string {
  if (!page.includes(PLACE)) return page;
  const scripts = page.match(MODULES) ?? [];
  const [island = '', style = '', directives = ''] = ISLAND.exec(page) ?? [];
  const filled = style + PLACE + directives + scripts.join('');
  return page
    .replaceAll(MODULES, '')
    .replace(island, '')
    .replace(PLACE, () => filled);
}

/**
 * Sets the charset of a page, and the real status of the error page, which Astro answers with 500. Scripts are gathered: among the content
 * they would wait for the stylesheets and block parsing.
 */
async function finish(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { headers } = c.res;
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  headers.set('content-type', 'text/html; charset=utf-8');
  const status = Number(headers.get(ERROR_STATUS) ?? c.res.status);
  headers.delete(ERROR_STATUS);
  const body = withScriptsLater(await c.res.text());
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}

function errorPage(c: Context, failure: Failure): Promise<Response> {
  const state = getFetchState(c);
  state.locals.failure = failure;
  return state.rewrite('/500');
}

/** Refusals before a page runs: by the server's front, or because a form is too large. */
function refusalOf({ req }: Context): Failure | null {
  const tooLarge = req.header('transfer-encoding') || Number(req.header('content-length') ?? 0) > FORM_BYTES;
  const status = Number(req.header('x-refused') ?? (tooLarge ? 413 : 0));
  if (status === 503) return new Failure('unavailable');
  return status === 400 || status === 413 || status === 501
    ? new Failure('invalid', words.error.refused[status], { status })
    : null;
}

const app = new Hono();
app.use(compressed);
app.route('/api', gateway.app);
// A page opened from a mail has a token in its address; no other site and no search engine may learn it.
const withToken = routes.filter(({ path }) => path.endsWith('{token}')).map(({ path }) => path.replace('{token}', '*'));
for (const path of ['/resetpassword', '/secondfactor', ...withToken])
  app.use(path, async (c, next) => {
    await next();
    c.header('referrer-policy', 'no-referrer');
    c.header('x-robots-tag', 'noindex, nofollow');
  });
app.use(
  secureHeaders({
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    strictTransportSecurity: config.PUBLIC_ORIGIN.startsWith('https:') && 'max-age=31536000; includeSubDomains',
  }),
);
// File viewers request this name.
app.get('/favicon.ico', (c) => c.redirect('/favicon.svg', 301));
app.get('/version.json', (c) => c.json({ version: VERSION }, 200, { 'cache-control': 'no-store' }));
// For the palette, with their drawings; words of the program, the same for everybody.
const drawings = { ...islandPaths, ...pagePaths };
const places = preferencePlaces.map((place) => ({ ...place, drawing: drawings[place.icon] }));
app.get('/places.json', (c) => c.json(places, 200, { 'cache-control': 'no-store' }));
app.use(async (c, next) => {
  const requestId = crypto.randomUUID();
  // All calls of one page together get the time of a single call.
  const deadline = AbortSignal.timeout(config.UPSTREAM_TIMEOUT);
  const { pathname, search } = new URL(c.req.url);
  const state = getFetchState(c);
  // Without streaming, an error deep in a component still gives the error page with its real status, and chunks are not encoded and sent
  // one by one.
  state.streaming = false;
  Object.assign(state.locals, { gateway, config, requestId, deadline, asked: pathname + search });
  await next();
  c.header('x-request-id', requestId);
  c.header('cache-control', 'private, no-store');
});
app.use(finish);
// Forms that work without JavaScript are short, and a browser always sends their length.
app.use(async (c, next) => {
  const failure = refusalOf(c);
  if (!failure) return next();
  c.res = await errorPage(c, failure);
});
app.use(trailingSlash(), redirects(), sessions(), actions(), middleware(), pages());

export default app;
