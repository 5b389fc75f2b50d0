import { defineMiddleware } from 'astro:middleware';
import { safeTarget } from '#domain/auth/rules.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import { homeOf, routeOf } from './routes.ts';

const login = ['/', '/fms/login'];

/** Session once per request, then who may see the page (specification §2 "Auth redirects", §6). */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, url } = context;
  const route = routeOf(url.pathname);
  Object.assign(locals, { route, user: null, company: null, nonce: crypto.randomUUID() });

  /** The error page in place of the page, with the failure's own status. */
  const refuse = (failure: Failure) => {
    locals.failure = failure;
    return context.rewrite('/500');
  };

  // Error pages stand for themselves: they need neither session nor database.
  if (context.routePattern === '/404' || context.routePattern === '/500') return next();
  if (!route?.built) return refuse(new Failure('not_found'));

  const { requestId, deadline } = locals;
  const visitor = { requestId, headers: context.request.headers, ip: context.clientAddress, signal: deadline };
  let session;
  try {
    session = await locals.gateway.session(context.request, visitor);
  } catch (cause) {
    if (route.audience !== 'public')
      return refuse(cause instanceof Failure ? cause : new Failure('internal', undefined, { cause }));
    session = null;
  }
  locals.call = (name, input) => locals.gateway.call(session, name, input, visitor);
  if (!session) {
    if (route.audience === 'public') return next();
    return context.redirect(`/?${new URLSearchParams({ target: url.pathname + url.search })}`);
  }

  const { user } = session;
  locals.user = user;
  locals.company = { id: user.company_id, name: user.company_name };
  const home = homeOf(user.company_id);
  // `/?logout` asks before it ends the session, for those whose script is not here.
  if (login.includes(route.path) && !(route.path === '/' && url.searchParams.has('logout')))
    return context.redirect(safeTarget(url.searchParams.get('target'), home));
  if (route.audience === 'dealer' && user.company_id === MANUFACTURER) return context.redirect('/fms');
  if (route.audience === 'fms' && user.company_id !== MANUFACTURER) return refuse(new Failure('forbidden'));
  if (!holdsAny(user.privileges, route.privileges)) return refuse(new Failure('forbidden'));
  return next();
});
