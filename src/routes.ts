import type { Audience, Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { holdsAny, privileges as p } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reports } from '#domain/reports/reports.ts';

export type LayoutName =
  | 'catalog'
  | 'newContract'
  | 'contract'
  | 'dealer'
  | 'default'
  | 'fms'
  | 'internal'
  | 'public'
  | 'quotation'
  | 'quotationTemplate'
  | 'reception'
  | 'simple';

export interface Route {
  /** As the specification §2 writes it: `/dealer/releases/{id}`. */
  path: string;
  title: string;
  audience: Audience;
  /** Any of these suffices; when empty, the audience alone decides. */
  privileges: readonly number[];
  layout: LayoutName;
  /** A label for breadcrumbs, shorter than the title. */
  label: string;
  /** False when the page does not exist yet: it answers 404 and its card is disabled. */
  built: boolean;
}

type More = Partial<Pick<Route, 'privileges' | 'layout' | 'label' | 'built'>>;

const row =
  (audience: Audience, prefix: string, layout: LayoutName) =>
  (path: string, title: string, more: More = {}): Route => ({
    path: prefix + path,
    title,
    audience,
    privileges: [],
    layout,
    label: title,
    built: false,
    ...more,
  });

const open = row('public', '', 'public');
const shared = row('user', '', 'internal');
const dealer = row('dealer', '/dealer', 'dealer');
const fms = row('fms', '/fms', 'fms');
const quotation = row('dealer', '/quotation', 'quotation');
const only = (...privileges: number[]): More => ({ privileges });
/** The privileges that this call requires. */
const asks = (name: CallName): More => ({ privileges: (endpoints[name] as Endpoint).privileges ?? [] });
const built = { built: true };
const settings = only(p.managePreferences);
const accesses = only(p.registerAccesses, p.seeAccesses, p.manageAccesses);
const contracts = asks('GET /contracts');
const imports = only(p.validateContracts, p.manageAllContracts);
const leads = only(p.seeAllLeads, p.manageAllLeads);
const seller = asks('POST /quotes');
const template: More = { ...seller, layout: 'quotationTemplate' };

/** Every route of the specification §2: who may enter, in which layout, under which title. Guard, menu and palette all use this table. */
export const routes: readonly Route[] = [
  open('/', 'Accedi', built),
  open('/resetpassword', 'Password dimenticata', built),
  open('/secondfactor', 'Secondo fattore', built),
  open('/offer/{token}', 'Preventivo', built),
  open('/auto/{token}', 'Auto', built),
  open('/carica/{token}', 'Invia dal telefono', built),
  open('/documenti/{token}', 'I suoi documenti', built),
  open('/privacy/{token}', 'I suoi dati', built),
  open('/firma/{token}', 'Firma', built),
  open('/sala/{token}', 'Sala', built),
  open('/appuntamento/{token}', 'Il suo appuntamento', built),
  open('/prenota/{token}', 'Prenota', built),
  open('/richiesta/{token}', 'Richiesta', built),
  open('/verifica', 'Verifica di un documento firmato', built),
  shared('/files', 'File della rete', { layout: 'default', ...built }),
  shared('/updates', 'Aggiornamenti', built),
  row('dealer', '', 'reception')('/reception', 'Accoglienza', { ...only(p.welcomeCustomers), ...built }),

  dealer('', 'Dashboard', built),
  dealer('/accesses', 'Accessi', { ...accesses, ...built }),
  // Who sells closes their own visits here.
  dealer('/accesses/handling', 'Gestione accessi', { ...asks('GET /accesses'), label: 'Gestione', ...built }),
  dealer('/accesses/list', 'Elenco accessi', { ...accesses, label: 'Elenco', ...built }),
  dealer('/accessories', 'Accessori', { ...asks('GET /accessories'), ...built }),
  dealer('/calendars', 'Calendari', built),
  dealer('/calendars/manage', 'Gestione calendari', { ...only(p.manageCalendars), label: 'Gestione', ...built }),
  dealer('/calendars/overView', 'Calendari affiancati', { label: 'Panoramica', ...built }),
  dealer('/calendars/{id}', 'Calendario', built),
  dealer('/contracts', 'Contratti', {
    ...contracts,
    ...built,
    layout: 'contract',
  }),
  dealer('/contracts/cash', 'Cassa e registro', { ...asks('GET /contracts/cash'), ...built, label: 'Cassa' }),
  dealer('/contracts/new', 'Nuovo contratto', {
    ...only(p.manageAllContracts),
    ...built,
    label: 'Nuovo',
    layout: 'newContract',
  }),
  dealer('/contracts/{contractNew}', 'Contratto', {
    ...contracts,
    ...built,
    layout: 'newContract',
  }),
  dealer('/customers', 'Clienti', { ...only(p.seeCustomers, p.manageCustomers), ...built }),
  dealer('/customers/duplicates', 'Doppioni', { ...asks('GET /persons/duplicates'), ...built }),
  dealer('/customers/{id}', 'Cliente', { ...asks('GET /customers/:id'), ...built }),
  dealer('/files', 'File aziendali', { label: 'File', ...built }),
  dealer('/financials', 'Finanziarie', { ...only(p.seeFinancials, p.manageFinancials), ...built }),
  dealer('/financials/{id}', 'Finanziaria', { ...only(p.seeFinancials, p.manageFinancials), ...built }),
  dealer('/imports', 'Importazione dati', { ...imports, label: 'Importazioni', ...built }),
  dealer('/imports/contracts', 'Importazione contratti', {
    ...imports,
    label: 'Contratti',
    ...built,
  }),
  dealer('/imports/{id}', 'Importazione', { ...imports, ...built }),
  dealer('/insurances', 'Assicurazioni', { ...only(p.seeInsurances, p.manageInsurances), ...built }),
  dealer('/insurances/{id}', 'Assicurazione', { ...only(p.seeInsurances, p.manageInsurances), ...built }),
  dealer('/leads', 'Lead', { ...asks('GET /leads'), ...built }),
  dealer('/leads/dashboard', 'Andamento lead', { ...leads, label: 'Andamento', ...built }),
  dealer('/leads/handle', 'Gestione lead', { ...asks('GET /leads/:id'), label: 'Gestione', ...built }),
  dealer('/leads/list', 'Elenco lead', { ...asks('GET /leads'), label: 'Elenco', ...built }),
  dealer('/preferences', 'Preferenze', { ...settings, ...built }),
  dealer('/preferences/activity', 'Registro attività', { ...settings, ...built }),
  dealer('/preferences/agencies', 'Agenzie pratiche', { ...settings, ...built }),
  dealer('/preferences/accounting', 'Contabilità', { ...settings, ...built }),
  dealer('/preferences/automatic-report', 'Rapporti automatici', { ...settings, ...built }),
  dealer('/preferences/businessCenters', 'Business center', { ...settings, ...built }),
  dealer('/preferences/company', 'Azienda', { ...settings, ...built }),
  dealer('/preferences/contract_schema', 'Schema del contratto', { ...settings, ...built }),
  dealer('/preferences/layout_sections', 'Blocchi di stampa', { ...settings, ...built }),
  dealer('/preferences/leads', 'Preferenze lead', { ...settings, label: 'Lead', ...built }),
  dealer('/preferences/locations', 'Sedi', { ...settings, ...built }),
  dealer('/preferences/params', 'Parametri fiscali', { ...settings, label: 'Parametri', ...built }),
  dealer('/preferences/print_layouts', 'Modelli di stampa', { ...settings, ...built }),
  dealer('/preferences/print_layouts/contracts', 'Stampa dei contratti', { ...settings, label: 'Contratti', ...built }),
  dealer('/preferences/print_layouts/quotes', 'Stampa dei preventivi', { ...settings, label: 'Preventivi', ...built }),
  dealer('/preferences/print_layouts/stocks', 'Stampa dello stock', { ...settings, label: 'Stock', ...built }),
  dealer('/preferences/privacy', 'Privacy', { ...settings, ...built }),
  dealer('/preferences/quoteParams', 'Parametri dei preventivi', { ...settings, ...built }),
  dealer('/preferences/stock', 'Preferenze stock', { ...settings, label: 'Stock', ...built }),
  dealer('/preferences/usedParameters', 'Parametri dell’usato', { ...settings, ...built }),
  dealer('/quotes', 'Preventivi', {
    ...only(p.createQuotes, p.manageOwnQuotes, p.seeAllQuotes, p.manageAllQuotes, p.manageB2bQuotes),
    ...built,
  }),
  dealer('/quotes/b2b', 'Preventivi B2B', { ...asks('GET /quotes/b2b'), label: 'B2B', ...built }),
  dealer('/quotes/retail', 'Preventivi privati', {
    ...asks('GET /quotes'),
    label: 'Privati',
    ...built,
  }),
  dealer('/releases', 'Release', { layout: 'internal', ...built }),
  dealer('/releases/{id}', 'Release', { layout: 'internal', ...built }),
  dealer('/claims', 'Rimborsi', { ...asks('GET /claims'), ...built }),
  dealer('/claims/{id}', 'Rimborso', { ...asks('GET /claims/:id'), ...built }),
  dealer('/reports', 'Rapporti', { ...asks('GET /reports'), ...built }),
  ...keysOf(reports).map((name) =>
    dealer(`/reports/${name}`, reports[name].title, { ...asks(`GET /reports/${name}`), ...built }),
  ),
  dealer('/services', 'Servizi', { ...asks('GET /services'), ...built }),
  dealer('/settings', 'Impostazioni', { layout: 'internal', ...built }),
  dealer('/stats', 'Statistiche', {
    ...only(p.createQuotes, p.seeAccessStats, p.manageAllContracts, p.seeSalesStats, p.seeAllCommissions),
    ...built,
  }),
  dealer('/stats/accesses', 'Statistiche accessi', { ...asks('GET /stats/accesses'), label: 'Accessi', ...built }),
  dealer('/stats/commissions', 'Provvigioni', { ...asks('GET /commissions/statements'), ...built }),
  dealer('/stats/commissions/rules', 'Regole delle provvigioni', {
    ...asks('GET /commissions/rules'),
    label: 'Regole',
    ...built,
  }),
  dealer('/stats/commissions/why', 'Prova delle regole', {
    ...asks('GET /commissions/trial'),
    label: 'Perché',
    ...built,
  }),
  dealer('/stats/commissions/{id}', 'Rendiconto', { ...asks('GET /commissions/statements/:id'), ...built }),
  dealer('/stats/daily', 'Statistiche giornaliere', { ...asks('GET /stats/daily'), label: 'Giornaliero', ...built }),
  dealer('/stats/objectives', 'Obiettivi', { ...asks('GET /stats/targets'), ...built }),
  dealer('/stats/rows', 'Righe di una cifra', { ...asks('GET /stats/rows'), label: 'Righe', ...built }),
  dealer('/stats/seller_stats', 'Statistiche venditori', {
    ...asks('GET /stats/sellers'),
    label: 'Venditori',
    ...built,
  }),
  dealer('/stock', 'Stock', { ...asks('GET /stock/summary'), ...built }),
  dealer('/stock/new', 'Stock nuovo', { ...asks('GET /stock/new'), label: 'Nuovo', ...built }),
  dealer('/stock/new/{id}', 'Auto nuova', { ...asks('GET /stock/new/:id'), ...built }),
  dealer('/stock/used', 'Stock usato', { ...asks('GET /stock/used'), label: 'Usato', ...built }),
  dealer('/stock/used/{id}', 'Auto usata', { ...asks('GET /stock/used/:id'), ...built }),
  dealer('/support', 'Assistenza', built),
  dealer('/tyres', 'Pneumatici', { ...asks('GET /tyres'), ...built }),
  dealer('/usedEvaluation', 'Valutazione usato', { ...asks('GET /valuations'), ...built }),
  dealer('/usedEvaluation/{id}', 'Valutazione', { ...asks('GET /valuations/:id'), ...built }),
  dealer('/users', 'Utenti', { ...asks('GET /users'), ...built }),
  dealer('/users/roles', 'Ruoli', { ...asks('GET /users/roles'), ...built }),

  fms('', 'Fms Manager', built),
  fms('/baskets', 'Panieri', built),
  fms('/baskets/{id}', 'Paniere', built),
  fms('/campaigns', 'Campagne', { ...settings, ...built }),
  fms('/catalog', 'Catalogo', { layout: 'catalog', ...built }),
  fms('/catalog/{makerId}', 'Marca', { layout: 'catalog', ...built }),
  fms('/catalog/{makerId}/{modelId}', 'Modello', { layout: 'catalog', ...built }),
  fms('/catalog/{makerId}/{modelId}/{myId}', 'Versione', { layout: 'catalog', ...built }),
  fms('/companies', 'Concessionarie', built),
  fms('/companies/{id}/users', 'Utenti della concessionaria', { label: 'Utenti', ...built }),
  fms('/futurevalue', 'Valori futuri', built),
  fms('/futurevalue/{id}', 'Tabella dei valori futuri', built),
  fms('/layoutsHandler', 'Modelli di stampa', built),
  row('public', '/fms', 'public')('/login', 'Fms Manager', built),
  fms('/negotiationStatus', 'Trattative', built),
  fms('/newCatalogRecord', 'Nuova voce di catalogo', { layout: 'catalog', ...settings, ...built }),
  fms('/omologations', 'Omologazioni', built),
  fms('/reception', 'Accoglienza della rete', built),
  fms('/releases', 'Release e avvisi', { ...asks('GET /network/releases'), ...built }),
  fms('/releases/{id}', 'Release', { ...asks('GET /network/releases'), ...built }),
  fms('/settings', 'Impostazioni', built),
  fms('/settings/activity', 'Registro attività', { ...asks('GET /preferences/activity'), ...built }),
  fms('/settings/companies', 'Nuove concessionarie', { ...asks('GET /network/starter'), ...built }),
  fms('/settings/health', 'Stato del sistema', { ...asks('GET /network/health'), ...built }),
  fms('/settings/national', 'Fatti fiscali', { ...asks('GET /network/fiscal'), ...built }),
  fms('/support', 'Assistenza', { ...asks('GET /network/tickets'), ...built }),
  fms('/users', 'Utenti', { ...asks('GET /users'), ...built }),
  fms('/volumes', 'Volumi della rete', { label: 'Volumi', ...built }),
  fms('/targets', 'Obiettivi della rete', { label: 'Obiettivi', ...asks('GET /network/targets'), ...built }),

  quotation('', 'Crea o compara preventivi', { ...seller, label: 'Preventivi', ...built }),
  quotation('/b2b', 'Offerta B2B', {
    ...asks('GET /quotes/b2b/:id'),
    layout: 'quotationTemplate',
    label: 'B2B',
    ...built,
  }),
  quotation('/comparison', 'Confronto preventivi', { ...seller, label: 'Confronto', ...built }),
  quotation('/new', 'Nuovo preventivo', { ...template, label: 'Nuovo', ...built }),
  quotation('/new/{makerid}', 'Scelta del modello', { ...template, ...built }),
  quotation('/new/{makerid}/{modelid}', 'Scelta della versione', { ...template, ...built }),
  // A new quote requires privilege 13 for its price sheet; people who follow quotes open existing ones here.
  quotation('/new/{makerid}/{modelid}/{carid}', 'Preventivo', {
    ...template,
    ...asks('GET /quotes/:id'),
    ...built,
  }),
  // Where a quote whose car of the new stock is gone gets another one.
  quotation('/stock', 'Preventivo da stock', { ...template, label: 'Stock nuovo', ...built }),
  quotation('/used', 'Preventivo usato', { ...template, label: 'Usato', ...built }),
  quotation('/used/{stockid}', 'Preventivo usato', { ...template, ...asks('GET /quotes/:id'), ...built }),
];

const hasParameter = ({ path }: Route) => path.includes('{');
const fixed = new Map(routes.filter((route) => !hasParameter(route)).map((route) => [route.path, route]));
const matchers = routes
  .filter(hasParameter)
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** Removes the trailing slash, except from the root. */
export const normal = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '');

/**
 * The route of a path, or undefined. Fixed paths are matched before those with a parameter: `/dealer/imports/contracts` is not the import
 * called "contracts".
 */
export function routeOf(pathname: string): Route | undefined {
  const path = normal(pathname);
  return fixed.get(path) ?? matchers.find(({ pattern }) => pattern.test(path))?.route;
}

/** Where a company's users start; the manufacturer starts in its own area (specification §2, §6). */
export const homeOf = (companyId: number): string => (companyId === 10 ? '/fms' : '/dealer');

/** Does somebody with these privileges get to the page? */
export const mayOpen = (route: Route | undefined, held: readonly number[]): boolean =>
  route?.built === true && holdsAny(held, route.privileges);

/**
 * The target of the back button: the nearest page above that this person may open; null when there is none (specification §2, "Layouts").
 */
export function parentOf(pathname: string, privileges: readonly number[]): string | null {
  const path = normal(pathname);
  if (['/', '/dealer', '/updates', '/fms'].includes(path)) return null;
  for (let up = path; (up = up.slice(0, up.lastIndexOf('/'))) !== '';) if (mayOpen(routeOf(up), privileges)) return up;
  return path.startsWith('/fms') ? '/fms' : '/dealer';
}

export interface Crumb {
  label: string;
  /** Absent when this person may not open the path, and for the current page. */
  href?: string;
}

/** The breadcrumbs of a path. `names` replaces the labels of the path's parameters, in order; `query` goes with their links. */
export function crumbsOf(
  pathname: string,
  names: readonly string[],
  privileges: readonly number[],
  query = '',
): Crumb[] {
  const left = [...names];
  const segments = normal(pathname).split('/').slice(1);
  const own = routeOf(pathname)?.path.split('/').slice(1) ?? [];
  return segments.flatMap((segment, index) => {
    const href = `/${segments.slice(0, index + 1).join('/')}`;
    const route = routeOf(href);
    const isParameter = own[index]?.endsWith('}') ?? false;
    const label = (isParameter ? left.shift() : undefined) ?? route?.label ?? decodeURIComponent(segment);
    const isLink = mayOpen(route, privileges) && index < segments.length - 1;
    return [{ label, ...(isLink && { href: isParameter ? href + query : href }) }];
  });
}
