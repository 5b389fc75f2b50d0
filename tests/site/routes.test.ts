import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { privileges } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reports } from '#domain/reports/reports.ts';
import { cards } from '#site/shell/cards.server.ts';
import { crumbsOf, homeOf, mayOpen, parentOf, routeOf, routes } from '#site/routes.ts';

/**
 * The routes of the specification §2, written out by hand: table and specification may only change together. `/offer/{token}` and
 * `/privacy/{token}`, `/firma/{token}`, `/carica/{token}` and `/documenti/{token}` are the pages of private links (see docs/request.md), `/secondfactor` that of a mail (decision 018), `/dealer/stock/used/{id}` and `/dealer/stock/new/{id}` those of cars, `/dealer/customers/{id}` that of a customer with `/dealer/customers/duplicates`, `/quotation/stock` chooses another new car for a quote, `/dealer/contracts/new` is `{contractNew}` without a contract (§6), `/dealer/stats/rows` holds the rows behind a number, and in `/dealer/support` a dealer's people ask what `/fms/support` answers.
 */
const specification = `
/ /appuntamento/{token} /auto/{token} /carica/{token} /dealer /documenti/{token} /files /firma/{token} /fms /offer/{token} /privacy/{token} /prenota/{token} /quotation /reception /richiesta/{token} /sala/{token} /resetpassword /secondfactor /updates /verifica
/dealer/accesses /dealer/accesses/handling /dealer/accesses/list /dealer/accessories
/dealer/calendars /dealer/calendars/manage /dealer/calendars/overView /dealer/calendars/{id}
/dealer/contracts /dealer/contracts/{contractNew} /dealer/contracts/cash /dealer/contracts/new /dealer/customers /dealer/customers/duplicates /dealer/customers/{id} /dealer/files
/dealer/financials /dealer/financials/{id} /dealer/imports /dealer/imports/{id} /dealer/imports/contracts
/dealer/insurances /dealer/insurances/{id}
/dealer/leads /dealer/leads/dashboard /dealer/leads/handle /dealer/leads/list
/dealer/preferences /dealer/preferences/accounting /dealer/preferences/activity /dealer/preferences/agencies /dealer/preferences/automatic-report /dealer/preferences/businessCenters /dealer/preferences/company
/dealer/preferences/contract_schema /dealer/preferences/layout_sections /dealer/preferences/leads
/dealer/preferences/locations /dealer/preferences/params /dealer/preferences/print_layouts
/dealer/preferences/print_layouts/contracts /dealer/preferences/print_layouts/quotes /dealer/preferences/print_layouts/stocks
/dealer/preferences/privacy /dealer/preferences/quoteParams /dealer/preferences/stock /dealer/preferences/usedParameters
/dealer/quotes /dealer/quotes/b2b /dealer/quotes/retail /dealer/releases /dealer/releases/{id}
/dealer/reports /dealer/reports/businessCenters /dealer/reports/campaignsResume /dealer/reports/contractsPaymentFlow
/dealer/reports/incentives /dealer/reports/objectivesReport /dealer/reports/paymentFlowReport /dealer/reports/payments
/dealer/reports/performance /dealer/reports/usedWarranty
/dealer/services /dealer/settings /dealer/support
/dealer/claims /dealer/claims/{id} /dealer/stats /dealer/stats/accesses /dealer/stats/commissions /dealer/stats/commissions/rules /dealer/stats/commissions/why /dealer/stats/commissions/{id} /dealer/stats/daily /dealer/stats/objectives /dealer/stats/rows
/dealer/stats/seller_stats /dealer/stock /dealer/stock/new /dealer/stock/new/{id} /dealer/stock/used /dealer/stock/used/{id} /dealer/tyres /dealer/usedEvaluation /dealer/usedEvaluation/{id} /dealer/users /dealer/users/roles
/fms/baskets /fms/baskets/{id} /fms/campaigns /fms/catalog /fms/catalog/{makerId} /fms/catalog/{makerId}/{modelId} /fms/catalog/{makerId}/{modelId}/{myId}
/fms/companies /fms/companies/{id}/users /fms/futurevalue /fms/futurevalue/{id} /fms/layoutsHandler /fms/login
/fms/negotiationStatus /fms/newCatalogRecord /fms/omologations /fms/reception /fms/releases /fms/releases/{id} /fms/settings /fms/settings/activity /fms/settings/companies /fms/settings/health /fms/settings/national
/fms/support /fms/targets /fms/users /fms/volumes
/quotation/b2b /quotation/comparison /quotation/new /quotation/new/{makerid} /quotation/new/{makerid}/{modelid}
/quotation/new/{makerid}/{modelid}/{carid} /quotation/stock /quotation/used /quotation/used/{stockid}`
  .split(/\s+/)
  .filter(Boolean);

const built = `
/ /resetpassword /secondfactor /offer/{token} /auto/{token} /carica/{token} /documenti/{token} /privacy/{token} /firma/{token} /sala/{token} /appuntamento/{token} /prenota/{token} /richiesta/{token} /verifica /fms/login /dealer /dealer/settings /dealer/releases /dealer/releases/{id} /updates /dealer/contracts /dealer/contracts/{contractNew} /dealer/contracts/cash /dealer/contracts/new /reception /dealer/accesses /dealer/accesses/handling /dealer/accesses/list /dealer/leads /dealer/leads/list /dealer/leads/handle /dealer/calendars /dealer/calendars/manage /dealer/calendars/overView /dealer/calendars/{id} /fms /fms/baskets /fms/baskets/{id} /fms/campaigns /fms/catalog /fms/catalog/{makerId} /fms/catalog/{makerId}/{modelId} /fms/catalog/{makerId}/{modelId}/{myId} /fms/companies /fms/companies/{id}/users /fms/futurevalue /fms/futurevalue/{id} /fms/negotiationStatus /fms/newCatalogRecord /fms/layoutsHandler /fms/omologations /fms/reception /fms/releases /fms/releases/{id} /fms/settings /fms/settings/activity /fms/settings/companies /fms/settings/health /fms/settings/national /fms/support /fms/targets /fms/users /fms/volumes /dealer/support
/dealer/preferences/accounting /dealer/preferences/activity /dealer/preferences /dealer/preferences/company /dealer/preferences/params /dealer/preferences/privacy /dealer/preferences/quoteParams /dealer/preferences/locations /dealer/preferences/businessCenters /dealer/preferences/stock /dealer/preferences/usedParameters /dealer/preferences/contract_schema /dealer/preferences/agencies /dealer/preferences/automatic-report /dealer/preferences/layout_sections /dealer/preferences/print_layouts /dealer/preferences/print_layouts/contracts /dealer/preferences/print_layouts/quotes /dealer/preferences/print_layouts/stocks
/dealer/accessories /dealer/services /dealer/insurances /dealer/insurances/{id} /dealer/financials /dealer/financials/{id} /dealer/stock /dealer/stock/new /dealer/stock/new/{id} /dealer/stock/used /dealer/stock/used/{id}
/dealer/usedEvaluation /dealer/usedEvaluation/{id} /dealer/imports /dealer/imports/contracts /dealer/imports/{id} /dealer/tyres /dealer/users /dealer/users/roles /dealer/customers /dealer/customers/duplicates /dealer/customers/{id} /dealer/quotes /dealer/quotes/b2b /dealer/quotes/retail /quotation /quotation/b2b /quotation/new /quotation/new/{makerid}
/files /dealer/files /dealer/claims /dealer/claims/{id} /dealer/leads/dashboard /dealer/preferences/leads /dealer/stats/commissions /dealer/stats/commissions/rules /dealer/stats/commissions/why /dealer/stats/commissions/{id} /dealer/stats /dealer/stats/accesses /dealer/stats/daily /dealer/stats/objectives /dealer/stats/rows /dealer/stats/seller_stats
/dealer/reports
/quotation/stock /quotation/used /quotation/used/{stockid}
/quotation/new/{makerid}/{modelid} /quotation/new/{makerid}/{modelid}/{carid} /quotation/comparison`
  .split(/\s+/)
  .filter(Boolean);

/** Every report has a route of its own and all have one page, so that one more is none here. */
const reportPaths = keysOf(reports).map((name) => `/dealer/reports/${name}`);

const everything = Object.values(privileges);

/** `dealer/releases/[id].astro` → `/dealer/releases/{id}` */
const pagePath = (file: string) =>
  `/${file}`
    .replace(/\\/g, '/')
    .replace(/\.astro$/, '')
    .replace(/\/index$/, '')
    .replace(/\[(\w+)\]/g, '{$1}') || '/';

describe('table of routes', () => {
  test.each([
    ['who makes quotes', '/dealer/quotes', privileges.createQuotes],
    ['who approves contracts', '/dealer/contracts', privileges.approveContracts],
  ])('%s opens %s by that right alone, although its card asks for others', (_, path, privilege) => {
    expect(mayOpen(routeOf(path), [privilege])).toBe(true);
    expect(cards.find(({ area }) => area === path)!.privileges).not.toContain(privilege);
  });

  test('holds the routes of the specification, each once', () => {
    const named = new Set([...specification, ...reportPaths]);
    expect(routes.map(({ path }) => path).sort()).toEqual([...named].sort());
  });

  test('says "built" of exactly the pages that exist', () => {
    const pages = globSync('**/*.astro', { cwd: 'src/pages' })
      .map(pagePath)
      .flatMap((path) => (path === '/dealer/reports/{report}' ? reportPaths : [path]))
      .filter((path) => path !== '/404' && path !== '/500');
    expect(routes.flatMap((route) => (route.built ? [route.path] : [])).sort()).toEqual(
      [...built, ...reportPaths].sort(),
    );
    expect(pages.sort()).toEqual([...built, ...reportPaths].sort());
    expect(existsSync('src/pages/404.astro')).toBe(true);
  });

  test('asks for privileges that exist, and gives dealer pages no public door', () => {
    for (const route of routes) {
      expect(Object.values(privileges)).toEqual(expect.arrayContaining([...route.privileges]));
      if (/^\/(dealer|quotation|reception)/.test(route.path))
        expect([route.path, route.audience]).toEqual([route.path, 'dealer']);
      if (/^\/fms(?!\/login)/.test(route.path)) expect([route.path, route.audience]).toEqual([route.path, 'fms']);
    }
  });
});

describe('finding a route', () => {
  test('prefers fixed paths to parameters and ignores the trailing slash', () => {
    expect(routeOf('/dealer/imports/contracts')?.title).toBe('Importazione contratti');
    expect(routeOf('/dealer/imports/7')?.path).toBe('/dealer/imports/{id}');
    expect(routeOf('/dealer/')?.path).toBe('/dealer');
    expect(routeOf('/')?.path).toBe('/');
  });

  test.each(['/nope', '/dealer/nope', '/dealer/releases/1/2', '/quotation/new/1/2/3/4', '/DEALER', '//dealer'])(
    '%s is none',
    (path) => {
      expect(routeOf(path)).toBeUndefined();
    },
  );
});

describe('back button', () => {
  test.each([
    ['/dealer', null],
    ['/updates', null],
    ['/updates/', null],
    ['/fms', null],
    ['/dealer/settings', '/dealer'],
    ['/dealer/releases/3', '/dealer/releases'],
    ['/dealer/quotes/retail', '/dealer/quotes'],
    ['/quotation/new/1/2/3', '/quotation/new/1/2'],
    ['/quotation/new/', '/quotation'],
    ['/quotation', '/dealer'],
    ['/fms/settings/', '/fms'],
    ['/fms/companies/3/users', '/fms/companies'],
  ])('%s → %s', (path, parent) => {
    expect(parentOf(path, everything)).toBe(parent);
  });

  test('passes over what this person may not open', () => {
    expect(parentOf('/quotation/new/1/2/3', [15])).toBe('/dealer');
  });
});

describe('breadcrumbs', () => {
  test('come from the segments with the labels of the routes; the page itself is no link', () => {
    expect(crumbsOf('/dealer/quotes/retail', [], everything)).toEqual([
      { label: 'Dashboard', href: '/dealer' },
      { label: 'Preventivi', href: '/dealer/quotes' },
      { label: 'Privati' },
    ]);
  });

  test('take the names of parameters in order', () => {
    const labels = crumbsOf('/quotation/new/1/2/3', ['Lumera', 'Rea', 'Rea HEV 1.5'], []).map(({ label }) => label);
    expect(labels).toEqual(['Preventivi', 'Nuovo', 'Lumera', 'Rea', 'Rea HEV 1.5']);
  });

  test('keep a query with the pages of parameters', () => {
    const crumbs = crumbsOf('/fms/catalog/1/2', ['Lumera', 'Rea'], everything, '?edition=3');
    expect(crumbs.slice(-3).map(({ href }) => href)).toEqual(['/fms/catalog', '/fms/catalog/1?edition=3', undefined]);
  });

  test('do not link what this person may not open', () => {
    expect(crumbsOf('/quotation/comparison', [], [15])[0]).toEqual({ label: 'Preventivi' });
  });
});

test('the manufacturer starts at /fms, everybody else at /dealer', () => {
  expect([homeOf(10), homeOf(21)]).toEqual(['/fms', '/dealer']);
});
