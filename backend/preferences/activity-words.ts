/** How the register of activity calls what was changed, exported or entered, and where it has a page. */
import { commissionRights } from '#domain/commissions/rights.ts';
import { contractRights } from '#domain/contracts/rights.ts';
import { customerRights } from '#domain/customers/rights.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { holdsAny } from '#domain/privileges.ts';
import { valuationRights } from '#domain/valuations/rights.ts';
import { accessHref, b2bHref, contractHref, eventHref, leadHref, valuationHref } from '../lib/records/links.ts';

/** What something is called, and its page by its number. */
type Word = readonly [what: string, page?: (id: number) => string];

const under =
  (path: string) =>
  (id: number): string =>
    `${path}${id}`;

/** By entity of the audit; of exports, by table. */
const records: Readonly<Record<string, Word>> = {
  customer: ['Cliente', under('/dealer/customers/')],
  customers: ['Clienti'],
  consents: ['Consensi'],
  release: ['Release', under('/dealer/releases/')],
  notice: ['Avviso'],
  quote: ['Preventivo'],
  quotes: ['Preventivi'],
  quotation: ['Quotazione dell’usato'],
  b2b_quote: ['Offerta B2B', b2bHref],
  b2bQuotes: ['Offerte B2B'],
  approval: ['Richiesta di sconto'],
  approvals: ['Richieste di sconto'],
  contract: ['Contratto', contractHref],
  contracts: ['Contratti'],
  contract_receipt: ['Ricevuta'],
  cash: ['Incassi in contanti'],
  register_run: ['Registro per la contabilità'],
  claim: ['Rimborso', under('/dealer/claims/')],
  claims: ['Rimborsi'],
  used_car: ['Auto usata', under('/dealer/stock/used/')],
  usedCars: ['Auto usate'],
  new_car: ['Auto nuova', under('/dealer/stock/new/')],
  newCars: ['Auto nuove'],
  valuation: ['Valutazione', valuationHref],
  valuations: ['Valutazioni'],
  lead: ['Lead', leadHref],
  leads: ['Lead'],
  access: ['Visita', accessHref],
  accesses: ['Visite'],
  event: ['Appuntamento', eventHref],
  calendarEvents: ['Appuntamenti'],
  calendar: ['Calendario'],
  calendars: ['Calendari'],
  accessory: ['Accessorio'],
  accessories: ['Accessori'],
  tyre: ['Pneumatico'],
  tyres: ['Pneumatici'],
  service: ['Servizio'],
  services: ['Servizi'],
  insurance: ['Assicurazione', under('/dealer/insurances/')],
  insurances: ['Assicurazioni'],
  financing_plan: ['Finanziaria', under('/dealer/financials/')],
  plans: ['Finanziarie'],
  campaign: ['Campagna'],
  campaigns: ['Campagne'],
  agency: ['Agenzia'],
  agencies: ['Agenzie'],
  commission_rule: ['Regola delle provvigioni'],
  commissionRules: ['Regole delle provvigioni'],
  commission_statement: ['Rendiconto delle provvigioni', under('/dealer/stats/commissions/')],
  commissionStatements: ['Rendiconti delle provvigioni'],
  target_edition: ['Obiettivi'],
  daily: ['Statistiche del giorno'],
  access_stats: ['Statistiche delle visite'],
  seller_stats: ['Statistiche dei venditori'],
  user: ['Utente', under('/dealer/users?id=')],
  users: ['Utenti'],
  role: ['Ruolo'],
  api_token: ['Token API'],
  session: ['Sessione'],
  company: ['Azienda'],
  access_grant: ['Accesso della Casa'],
  location: ['Sede'],
  locations: ['Sedi'],
  business_center: ['Business center'],
  businessCenters: ['Business center'],
  import: ['Importazione', under('/dealer/imports/')],
  upload: ['File caricato'],
  file: ['File aziendale', under('/dealer/files?file=')],
  files: ['File aziendali'],
  file_folder: ['Cartella di file'],
  file_arrival: ['File in arrivo'],
  network_file: ['File della rete'],
  view: ['Vista'],
  auditEvents: ['Registro attività'],
  recordOpenings: ['Registro attività'],
  layout: ['Stampa'],
  layout_section: ['Blocco di stampa'],
  layoutSections: ['Blocchi di stampa'],
  public_page: ['Pagina pubblica'],
  page_form: ['Modulo di una pagina pubblica'],
  reception_word: ['Voce dell’accoglienza'],
  receptionWords: ['Voci dell’accoglienza'],
  reception_waiting: ['Attese dell’accoglienza'],
  automatic_report: ['Rapporto automatico', under('/dealer/preferences/automatic-report?id=')],
  automaticReports: ['Rapporti automatici'],
  report: ['Rapporto'],
  ticket: ['Ticket di assistenza'],
  fiscal_settings: ['Parametri fiscali'],
  starter_settings: ['Impostazioni iniziali'],
  national_facts: ['Fatti fiscali nazionali'],
  privacy_settings: ['Privacy'],
  privacy_text: ['Testo privacy'],
  province_settings: ['Province'],
  quote_settings: ['Parametri dei preventivi'],
  stock_settings: ['Preferenze stock'],
  used_settings: ['Parametri dell’usato'],
  lead_settings: ['Parametri dei lead'],
  contract_settings: ['Parametri dei contratti'],
  calendar_settings: ['Parametri dei calendari'],
  accounting_settings: ['Parametri della contabilità'],
  report_settings: ['Preferenze dei rapporti'],
  catalog_edition: ['Edizione', under('/fms/catalog?edition=')],
  catalog_line: ['Voce di catalogo'],
  catalogLines: ['Voci di catalogo'],
  catalog_sample: ['Configurazione di prova'],
  basket: ['Paniere', under('/fms/baskets/')],
  baskets: ['Panieri'],
  future_table: ['Tabella dei valori futuri', under('/fms/futurevalue/')],
  futureTables: ['Valori futuri'],
  homologation: ['Omologazione'],
  homologations: ['Omologazioni'],
  network: ['Concessionarie della rete'],
  network_layout: ['Modello di stampa', under('/fms/layoutsHandler?layout=')],
  network_targets: ['Obiettivi della rete'],
  negotiation_stage: ['Stadio delle trattative'],
  negotiationStages: ['Stadi delle trattative'],
  negotiations: ['Trattative della rete'],
  ready_answer: ['Risposta pronta'],
};

/** Of these some see their own alone: who does not see all of them is led to none. */
const seenBy: Readonly<Record<string, readonly number[]>> = {
  customer: customerRights.see.all,
  contract: contractRights.see.all,
  valuation: valuationRights.see.all,
  commission_statement: commissionRights.see.all,
};

/** Where the manufacturer has another page of the same. */
const ofManufacturer: Readonly<Record<string, (id: number) => string>> = {
  user: under('/fms/users?id='),
  release: under('/fms/releases/'),
  notice: under('/fms/releases?notice='),
  company: (id) => `/fms/companies/${id}/users`,
};

/** What a call of somebody of the manufacturer opens in a company, by the parts of its path. */
const opened: Readonly<Record<string, string>> = {
  catalog: 'Catalogo',
  locations: 'Sedi',
  accessories: 'Accessori',
  services: 'Servizi',
  tyres: 'Pneumatici',
  financials: 'Finanziarie',
  insurances: 'Assicurazioni',
  layouts: 'Stampe',
  'layout-sections': 'Blocchi di stampa',
  users: 'Utenti',
  invitations: 'Inviti',
  grants: 'Accesso per conto',
  tickets: 'Assistenza',
  suspend: 'Sospensione',
  reopen: 'Riapertura',
  claims: 'Rimborsi',
};

/** What was entered, and whether it was only read; empty: nothing that has a word. */
function visited(call: string): string {
  const [method = '', path = ''] = call.split(' ');
  const name = path.split('/').map((part) => opened[part]).find((word) => word !== undefined); // prettier-ignore
  return name ? `${name}, ${method === 'GET' ? 'lettura' : 'modifica'}` : '';
}

interface Entry {
  entity: string;
  entityId: number | null;
  /** Of who entered a company for somebody: its name, and the call. */
  company: string | null;
  call: string | null;
}

export interface Reader {
  companyId: number;
  privileges: readonly number[];
}

/** What a row of the register of the reader's company is about, with its page where they see all such records. */
export function wordOf({ companyId, privileges }: Reader, { entity, entityId, company, call }: Entry) {
  const [name = 'Altro', its] = records[entity] ?? [];
  const page = companyId === MANUFACTURER ? (ofManufacturer[entity] ?? its) : its;
  const isSeen = !seenBy[entity] || holdsAny(privileges, seenBy[entity]);
  const about = call === null ? [name] : [companyId === MANUFACTURER && company, visited(call) || name];
  return { what: about.filter(Boolean).join(': '), href: page && entityId !== null && isSeen ? page(entityId) : null };
}
