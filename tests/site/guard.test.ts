import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privileges } from '#domain/privileges.ts';
import { openAstro } from '#tests/support/astro.ts';

interface Visitor {
  /** Company and privileges of who asks; null: nobody is logged in; 'down': the upstream does not answer. */
  who: { company: number; privileges?: number[] } | null | 'down';
}

let astro: Awaited<ReturnType<typeof openAstro>>;
type Locals = Record<string, unknown> & { failure?: { code: string }; user?: { company_id: number } | null };

/** The company that a person of the manufacturer has entered, and the areas that it allows; null: it allows none any more. */
type Entered = { areas: string[]; writes: boolean } | null;

let ask: (path: string, who: Visitor['who'], locals?: Locals, entered?: Entered) => Promise<string>;

beforeAll(async () => {
  astro = await openAstro();
  const { onRequest } = await astro.load('/src/middleware.ts');
  const { Failure } = await astro.load('/domain/errors.ts');
  ask = async (path, who, locals: Locals = {}, entered) => {
    Object.assign(locals, {
      gateway: {
        call: async () => {
          if (!entered) throw new Failure('forbidden');
          return { companyId: 901, companyName: 'Alfa Auto', granter: 'Ada', endsAt: null, ...entered };
        },
        session: async () => {
          if (who === 'down') throw new Failure('unavailable');
          if (!who) return null;
          return { user: { company_id: who.company, company_name: 'Azienda', privileges: who.privileges ?? [] } };
        },
      },
    });
    const url = new URL(path, 'http://localhost');
    const answer: Response = await onRequest(
      {
        locals,
        url,
        request: new Request(url),
        routePattern: url.pathname,
        cookies: {
          get: () => (entered === undefined ? undefined : { value: '901' }),
          delete: () => {},
          headers: () => [],
        },
        redirect: (to: string) => new Response(null, { status: 302, headers: { location: to } }),
        rewrite: async () => new Response(null, { status: 418 }),
      },
      async () => new Response('page'),
    );
    if (answer.status === 418) return `error ${locals.failure?.code}`;
    return answer.headers.get('location') ?? 'page';
  };
});
afterAll(() => astro.close());

const dealer = { company: 21, privileges: [13, 14] };
const maker = { company: 10, privileges: [26] };

describe('on behalf of a company that was entered', () => {
  const page = '/fms/companies/901/users';
  test.each<[string, Entered, string]>([
    ['/dealer/accessories', { areas: ['prices'], writes: false }, 'page'],
    ['/dealer/financials/3', { areas: ['finance'], writes: true }, 'page'],
    ['/dealer/preferences/print_layouts/quotes', { areas: ['layouts'], writes: false }, 'page'],
    // What was not granted, and what nobody can grant.
    ['/dealer/financials', { areas: ['prices'], writes: true }, page],
    ['/dealer/customers', { areas: ['prices', 'finance', 'layouts'], writes: true }, page],
    ['/dealer/preferences', { areas: ['layouts'], writes: true }, page],
    // Taken back, or over.
    ['/dealer/accessories', null, `${page}?ended`],
  ])('%s with %j → %s', async (path, entered, outcome) => {
    const locals: Locals = {};
    expect(await ask(path, maker, locals, entered)).toBe(outcome);
    const user = locals.user as { company_id: number; privileges: number[] };
    // The page shows what the company granted; the session stays the manufacturer's.
    expect(user.company_id).toBe(outcome === 'page' ? 901 : 10);
    expect(user.privileges).not.toContain(privileges.seeCustomers);
  });
});

describe('guard (specification §2 "Auth redirects", §6)', () => {
  test.each<[string, Visitor['who'], string]>([
    // Nobody logged in: to the login page, the target remembered as a relative path.
    ['/dealer', null, '/?target=%2Fdealer'],
    ['/dealer/quotes/retail?state=draft,issued', null, '/?target=%2Fdealer%2Fquotes%2Fretail%3Fstate%3Ddraft%2Cissued'],
    ['/fms', null, '/?target=%2Ffms'],
    ['/', null, 'page'],
    ['/fms/login', null, 'page'],
    ['/resetpassword', null, 'page'],
    // Logged in: the login page sends on, to the remembered target only when it is a relative path.
    ['/', dealer, '/dealer'],
    ['/', maker, '/fms'],
    ['/fms/login', dealer, '/dealer'],
    ['/?target=%2Fdealer%2Fsettings', dealer, '/dealer/settings'],
    ['/?target=https%3A%2F%2Fevil.example', dealer, '/dealer'],
    ['/?target=%2F%2Fevil.example', dealer, '/dealer'],
    ['/?target=%2F%5Cevil.example', dealer, '/dealer'],
    ['/?target=%2Fapi%2Fquotes', dealer, '/dealer'],
    ['/resetpassword', dealer, 'page'],
    // Companies.
    ['/dealer', maker, '/fms'],
    ['/quotation/new', maker, '/fms'],
    ['/updates', maker, 'page'],
    ['/fms', maker, 'page'],
    ['/fms', dealer, 'error forbidden'],
    ['/fms/settings', dealer, 'error forbidden'],
    // Privileges: any one is enough.
    ['/quotation', dealer, 'page'],
    ['/quotation', { company: 21, privileges: [14] }, 'error forbidden'],
    ['/dealer/quotes/retail', { company: 21, privileges: [16] }, 'page'],
    ['/quotation/new/1/2/3?quote=4', { company: 21, privileges: [15] }, 'page'],
    ['/dealer/accessories', dealer, 'error forbidden'],
    ['/dealer', { company: 21 }, 'page'],
    ['/dealer/calendars', dealer, 'page'],
    ['/fms/newCatalogRecord', maker, 'page'],
    // What is not there is 404 for everybody.
    ['/fms/nope', maker, 'error not_found'],
    ['/nope', null, 'error not_found'],
    // Nothing answers: the login page still stands.
    ['/dealer', 'down', 'error unavailable'],
    ['/', 'down', 'page'],
  ])('%s as %j → %s', async (path, who, outcome) => {
    expect(await ask(path, who)).toBe(outcome);
  });

  test('error pages stand when nobody can be asked', async () => {
    expect(await ask('/404', 'down')).toBe('page');
    expect(await ask('/500', 'down')).toBe('page');
  });

  test('error pages know the person: of the page that failed, else by asking', async () => {
    const failed: Locals = {};
    expect(await ask('/dealer/accessories', dealer, failed)).toBe('error forbidden');
    // The rewritten request has the same locals; nobody is asked again.
    expect(await ask('/500', 'down', failed)).toBe('page');
    expect(failed.user?.company_id).toBe(21);
    for (const path of ['/nope', '/404', '/500']) {
      const unknown: Locals = {};
      await ask(path, maker, unknown);
      expect(unknown.user?.company_id, path).toBe(10);
    }
  });
});
