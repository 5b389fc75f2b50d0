import type { languages } from '#domain/languages.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { addDays } from '#domain/dates.ts';
import { e164 } from '#domain/phones.ts';
import { presetsOf } from '#domain/roles.ts';
import { demoSchema } from './contract-schema.ts';
import { writeCompanyParams } from '#backend/lib/records/params.ts';
import { valuationParams } from './valuations.ts';
import { hashPassword } from '#backend/lib/people/password.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import { vatNumber } from './identifiers.ts';
import { seedPlaces } from './places.ts';

export const BRERA = 21;
export const BRERA_NAME = 'Autosalone Brera';
export const LIGURE = 22;

const conditions = [
  'Il preventivo vale fino alla data indicata, salvo venduto per i veicoli in pronta consegna; le campagne a targa richiedono l’immatricolazione entro il mese.',
  'Il prezzo «chiavi in mano» comprende IVA, messa su strada e immatricolazione; non comprende la tassa automobilistica e l’assicurazione.',
  'L’IPT dipende dalla potenza del veicolo e dalla provincia di residenza o sede del cliente; imposte e diritti sono anticipati in nome e per conto del cliente (art. 15 DPR 633/72) e fatturati per l’importo effettivo.',
  'La valutazione dell’usato è indicativa fino alla visione del veicolo ed è confermata entro due giorni lavorativi dalla consegna; il residuo da estinguere resta a carico del cliente.',
  'I contributi statali sono riconosciuti se il cliente ha i requisiti e la prenotazione è accolta dalla piattaforma; in caso contrario restano a carico del cliente.',
  'Contributo ambientale per il recupero degli pneumatici fuori uso ai sensi dell’art. 7 del D.M. 11 aprile 2011 N.82.',
  'Consumi ed emissioni sono valori WLTP di omologazione e possono cambiare con gli optional.',
].join('\n');

const companies = [
  ...[
    [10, 'Lumera Italia', 'Viale delle Industrie 1', '10121', 'Torino', 'TO', '000 110 1000', 'info@lumera.example.it'],
  ],
  ...[
    [
      BRERA,
      'Autosalone Brera',
      'Via Solferino 128',
      '20121',
      'Milano',
      'MI',
      '000 210 2100',
      'vendite@brera.example.it',
    ],
  ],
  ...[[LIGURE, 'Ligure Motori', 'Corso Europa 740', '16121', 'Genova', 'GE', '000 220 2200', 'info@ligure.example.it']],
] as [number, string, string, string, string, string, string, string][];

/** Company, name, address and role of every user who can log in. */
export const demoUsers = [
  [10, 'Carla Importatore', 'importatore@lumera.example.it', 'Importatore'],
  [BRERA, 'Giulia Ferrari', 'giulia.ferrari@brera.example.it', 'Venditore'],
  [BRERA, 'Paolo Riva', 'paolo.riva@brera.example.it', 'Amministratore dealer'],
  [BRERA, 'Elena Conti', 'elena.conti@brera.example.it', 'Direttore commerciale'],
  [BRERA, 'Sara Villa', 'sara.villa@brera.example.it', 'Back office vendite'],
  [BRERA, 'Marta Greco', 'marta.greco@brera.example.it', 'Accoglienza'],
  [BRERA, 'Davide Romano', 'davide.romano@brera.example.it', 'Venditore'],
  [BRERA, 'Simone Barbieri', 'simone.barbieri@brera.example.it', 'Responsabile vendite'],
  [BRERA, 'Nicolò Gallo', 'nicolo.gallo@brera.example.it', 'Venditore usato / B2B'],
  [BRERA, 'Chiara Moretti', 'chiara.moretti@brera.example.it', 'BDC'],
  [BRERA, 'Stefano Rizzo', 'stefano.rizzo@brera.example.it', 'Responsabile usato'],
  [BRERA, 'Laura Mancini', 'laura.mancini@brera.example.it', 'Amministrazione'],
  [LIGURE, 'Luca Costa', 'luca.costa@ligure.example.it', 'Venditore'],
  [LIGURE, 'Anna Bruno', 'anna.bruno@ligure.example.it', 'Amministratore dealer'],
] as [number, string, string, string][];

/** What some of them speak beside Italian: the rotation goes by it. */
const spoken: Readonly<Record<string, readonly (keyof typeof languages)[]>> = {
  'giulia.ferrari@brera.example.it': ['en', 'fr'],
  'paolo.riva@brera.example.it': ['de'],
  'davide.romano@brera.example.it': ['en'],
};

/** The commission plan of the demo's sellers (rules.md §11). */
const plan = {
  newFixed: 80_00,
  newPercent: 8,
  usedFixed: 60_00,
  usedPercent: 10,
  b2bFixed: 25_00,
  b2bPercent: 5,
  financial: 150_00,
  insurance: 40_00,
  pickup: 30_00,
};

/** Three companies with an account for each role, parameters for quotes and some saved views. */
export async function seedCompanies(owner: Owner, today: string): Promise<void> {
  const since = `${addDays(today, -700)}T08:00:00Z`;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const [company_id, name, address, cap, city, province, phone, email] of companies) {
    await enter(owner, company_id);
    const vat_number = vatNumber(`0999${String(company_id).padStart(3, '0')}120`);
    await insertRows(owner, 'companies', [
      {
        company_id,
        name,
        vat_number,
        address,
        cap,
        city,
        province,
        phone: e164(phone)!,
        email,
        created_at: since,
        updated_at: since,
        // Also for the manufacturer: people who try the demo have no authenticator app at hand.
        second_factor_required: false,
      },
    ]);
    const own = demoUsers.map((user, i) => ({ user, id: i + 1 })).filter(({ user }) => user[0] === company_id);
    await insertRows(
      owner,
      'users',
      own.map(({ user: [, userName, userEmail, role_name], id }) => ({
        company_id,
        id,
        name: userName,
        email: userEmail,
        phone: `+39000${company_id}${String(2100 + id)}`,
        role_name,
        privileges: presetsOf(company_id)[role_name]!,
        commissions: /^Venditore/.test(role_name) ? [{ ...plan, from: addDays(today, -365) }] : [],
        languages: spoken[userEmail] ?? [],
        rotation: role_name === 'Amministratore dealer' ? 'in' : 'role',
        theme: 'system',
        density: 'comfortable',
        shortcuts: true,
        version: 1,
        created_at: since,
        updated_at: since,
        last_login_at: `${addDays(today, -1 - (id % 4))}T07:40:00Z`,
      })),
    );
    await insertRows(
      owner,
      'logins',
      own.map(({ id }) => ({ company_id, user_id: id, password_hash: passwordHash })),
    );
    await insertRows(
      owner,
      'login_emails',
      own.map(({ user, id }) => ({ email: user[2], company_id, user_id: id })),
    );
    if (company_id === 10) continue;
    const schema = demoSchema({ isStrict: company_id === LIGURE });
    const params = {
      'quotes.expiryDays': 8,
      'quotes.roadRegistration': 310_00,
      'quotes.roadTransport': company_id === BRERA ? 380_00 : 320_00,
      'quotes.roadPreparation': 260_00,
      'quotes.footer': conditions,
      'quotes.quotationRequired': true,
      'contracts.required': schema.required,
      'contracts.documents': schema.documents,
    };
    await writeCompanyParams(owner, company_id, addDays(today, -700), params);
    if (company_id === BRERA) await writeCompanyParams(owner, company_id, addDays(today, -320), valuationParams);
    await seedPlaces(
      owner,
      company_id,
      own.map(({ id }) => id),
      since,
    );
  }
  await seedViews(owner);
}

async function seedViews(owner: Owner) {
  const view = (id: number, user_id: number, area: string, name: string, shared: boolean, state: object) => ({
    company_id: BRERA,
    id,
    user_id,
    area,
    name,
    shared,
    state,
    created_at: '2026-01-12T09:00:00Z',
  });
  await enter(owner, BRERA);
  await insertRows(owner, 'saved_views', [
    view(1, 3, 'quotes', 'In scadenza a 7 giorni', true, { state: 'issued', expiring: '7' }),
    view(2, 3, 'quotes', 'Da richiamare', true, { state: 'expired', sort: 'keysInHand', dir: 'desc' }),
    view(3, 2, 'quotes', 'Le mie bozze', false, { state: 'draft' }),
    view(4, 4, 'accessories', 'Da ordinare', true, { inStock: 'false' }),
  ]);
}
