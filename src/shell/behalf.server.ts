import type { APIContext } from 'astro';
import { ON_BEHALF } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { Behalf } from '#domain/network/endpoints.ts';
import { privilegesFor, type BehalfArea } from '#domain/network/terms.ts';

/** The cookie that says for which company a person of the manufacturer opens a dealer's pages. It opens nothing by itself. */
const COOKIE = 'behalf';

/** The pages of each area that a company may grant. */
export const behalfPages: Record<BehalfArea, readonly string[]> = {
  prices: ['/dealer/accessories', '/dealer/services', '/dealer/tyres'],
  finance: ['/dealer/financials', '/dealer/insurances'],
  layouts: ['/dealer/preferences/print_layouts', '/dealer/preferences/layout_sections'],
};

const isWithin = (path: string, page: string) => path === page || path.startsWith(`${page}/`);
/** Whether a path is a page of an area that was granted. */
const isOpen = ({ areas }: Behalf, path: string): boolean =>
  areas.some((area) => behalfPages[area].some((page) => isWithin(path, page)));

/** The answer with what was said of cookies. */
function saying(cookies: APIContext['cookies'], response: Response): Response {
  for (const header of cookies.headers()) response.headers.append('set-cookie', header);
  return response;
}

/** The page of the manufacturer about a company. */
export const companyPage = (id: number): string => `/fms/companies/${id}/users`;

/**
 * Answers the forms "Entra" and "Esci": says in a cookie for which company the dealer's pages open, as long as the access
 * lasts. The session stays the manufacturer's own.
 */
export async function enterOrLeave(
  { request, cookies, locals, redirect }: APIContext,
  companyId: number,
): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  if (form.has('leave')) {
    cookies.delete(COOKIE, { path: '/' });
    return saying(cookies, redirect(companyPage(companyId)));
  }
  const { areas, endsAt } = await locals.call('GET /network/behalf', { query: { companyId } });
  cookies.set(COOKIE, String(companyId), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: locals.config.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
    ...(endsAt && { expires: new Date(endsAt) }),
  });
  return saying(cookies, redirect(behalfPages[areas[0]!][0]!));
}

/**
 * Lets a person of the manufacturer see a dealer's page on behalf of the company they entered. Returns the answer that
 * sends them elsewhere instead: to the page about the company, when the access is over or does not open this page.
 */
export async function actFor(context: APIContext): Promise<Response | null> {
  const { locals, cookies, request, url, clientAddress, redirect } = context;
  const companyId = Number(cookies.get(COOKIE)?.value);
  if (!Number.isSafeInteger(companyId) || companyId <= 0) return redirect('/fms');
  const user = locals.user!;
  const behalf = await locals.call('GET /network/behalf', { query: { companyId } }).catch((cause: unknown) => {
    if (cause instanceof Failure && (cause.code === 'forbidden' || cause.code === 'not_found')) return null;
    throw cause;
  });
  if (!behalf) {
    cookies.delete(COOKIE, { path: '/' });
    return saying(cookies, redirect(`${companyPage(companyId)}?ended`));
  }
  if (!isOpen(behalf, url.pathname)) return redirect(companyPage(companyId));
  const { gateway, requestId, deadline: signal } = locals;
  const headers = new Headers(request.headers);
  headers.set(ON_BEHALF, String(companyId));
  const session = await gateway.session(request, { requestId, headers, ip: clientAddress, signal });
  locals.call = (name, input) => gateway.call(session, name, input, { requestId, headers, ip: clientAddress, signal });
  locals.visitor = { user, behalf };
  locals.user = {
    ...user,
    company_id: companyId,
    company_name: behalf.companyName,
    role_name: '',
    privileges: privilegesFor(behalf),
  };
  locals.company = { id: companyId, name: behalf.companyName };
  return null;
}
