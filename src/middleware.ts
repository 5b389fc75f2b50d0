import type { APIContext } from 'astro';
import { defineMiddleware } from 'astro:middleware';
import { safeTarget } from '#domain/auth/rules.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure, refusals } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import type { Session } from '#gateway/app.ts';
import { homeOf, routeOf } from './routes.ts';
import { actFor } from './shell/behalf.server.ts';

const login = ['/', '/fms/login'];

/** Passes a failure of a call on. Astro logs the stack of what a page throws: of an answer it says which page asked. */
function passOn(cause: unknown, path: string): never {
  if (cause instanceof Failure && refusals.includes(cause.code)) cause.stack = `${cause.code}: ${path}`;
  throw cause;
}

/** Recognises the user, once per request; when it throws, there is no user. */
async function recognise({ locals, request, clientAddress, url }: APIContext): Promise<Session | null> {
  Object.assign(locals, { user: null, company: null });
  const { requestId, deadline, gateway } = locals;
  const visitor = { requestId, headers: request.headers, ip: clientAddress, signal: deadline };
  let session: Session | null = null;
  locals.call = (name, input) =>
    gateway.call(session, name, input, visitor).catch((cause: unknown) => passOn(cause, url.pathname));
  session = await gateway.session(request, visitor);
  if (!session) return null;
  const { user } = session;
  Object.assign(locals, { user, company: { id: user.company_id, name: user.company_name } });
  return session;
}

/** Reads the session once per request, then checks who may see the page (specification §2 "Auth redirects", §6). */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, url } = context;
  const route = routeOf(url.pathname);
  Object.assign(locals, { nonce: crypto.randomUUID() });

  /** Replaces the page by the error page, with the status of the failure. */
  const refuse = (failure: Failure) => {
    locals.failure = failure;
    return context.rewrite('/500');
  };

  // Error pages need no permission; a recognised user keeps theme and home.
  if (context.routePattern === '/404' || context.routePattern === '/500') {
    if (!('user' in locals)) await recognise(context).catch(() => {});
    return next();
  }
  locals.route = route;
  let session: Session | null = null;
  let failed: unknown;
  try {
    session = await recognise(context);
  } catch (cause) {
    failed = cause;
  }
  if (!route?.built) return refuse(new Failure('not_found'));
  if (failed && route.audience !== 'public')
    return refuse(failed instanceof Failure ? failed : new Failure('internal', undefined, { cause: failed }));
  if (!session) {
    if (route.audience === 'public') return next();
    return context.redirect(`/?${new URLSearchParams({ target: url.pathname + url.search })}`);
  }

  const { user } = session;
  const home = homeOf(user.company_id);
  // `/?logout` asks before it ends the session, for people without JavaScript.
  if (login.includes(route.path) && !(route.path === '/' && url.searchParams.has('logout')))
    return context.redirect(safeTarget(url.searchParams.get('target'), home));
  if (route.audience === 'dealer' && user.company_id === MANUFACTURER) return (await actFor(context)) ?? next();
  if (route.audience === 'fms' && user.company_id !== MANUFACTURER) return refuse(new Failure('forbidden'));
  if (!holdsAny(user.privileges, route.privileges)) return refuse(new Failure('forbidden'));
  return next();
});
