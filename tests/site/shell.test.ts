import { afterEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '#domain/errors.ts';
import { rolePresets } from '#domain/roles.ts';
import { errorText } from '#site/lib/error.server.ts';
import { cleanHtml } from '#site/lib/html.server.ts';
import { plural } from '#site/lib/icu.server.ts';
import { moment, t } from '#site/lib/intl.ts';
import { deviceOf } from '#site/lib/device.server.ts';
import { waitText } from '#site/areas/auth/wait.ts';
import { cards, cardsFor } from '#site/shell/cards.server.ts';
import { commandsFor } from '#site/shell/commands.server.ts';
import { routeOf } from '#site/routes.ts';
import { noteOpened, recent } from '#site/stores/recent.ts';

test('the palette offers the actions that one may take, each on a page that is there', () => {
  const titles = (privileges: readonly number[], fms = false) => commandsFor(privileges, fms).map(({ title }) => title);
  const admin = rolePresets['Amministratore dealer']!;
  expect(titles(admin)).toEqual(expect.arrayContaining(['Nuovo cliente', 'Nuovo utente', 'Nuovo token API']));
  const seller = titles(rolePresets.Venditore!);
  expect(seller).toEqual(expect.arrayContaining(['Nuovo cliente', 'Cambiare la password']));
  const reception = titles(rolePresets.Accoglienza!);
  for (const held of [seller, reception])
    expect(held).toEqual(expect.arrayContaining(['Registra accesso', 'Nuovo lead', 'Nuovo appuntamento']));
  expect(seller).not.toContain('Nuovo utente');
  expect(seller).not.toContain('Nuovo token API');
  expect(titles([26], true)).toEqual(expect.arrayContaining(['Cambiare la password', 'Nuovo token API']));
  expect(titles([26], true)).not.toContain('Nuovo cliente');
  for (const { href } of [...commandsFor(admin, false), ...commandsFor([26], true)])
    expect([href, routeOf(href.split(/[?#]/)[0]!)?.built]).toEqual([href, true]);
});

afterEach(() => vi.unstubAllGlobals());

test('the page opened last is found again: a contract, a valuation, a lead once from whichever list', () => {
  const kept = new Map<string, string>();
  const page = { title: '', querySelector: () => ({ dataset: { user: '7' } }) };
  const at = { pathname: '', search: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', at);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const open = (title: string, pathname: string, search = '') => {
    Object.assign(at, { pathname, search });
    Object.assign(page, { title: `${title} · Volante` });
    noteOpened();
  };
  open('L-1', '/dealer/leads/handle', '?lead=1&mine=true');
  open('C-1', '/dealer/contracts/1');
  open('V-1', '/dealer/usedEvaluation/1');
  open('L-1', '/dealer/leads/handle', '?lead=1');
  // Lists and new records are nothing to come back to.
  open('Contratti', '/dealer/contracts');
  open('Nuovo', '/dealer/contracts/new');
  expect(recent()).toEqual([
    { title: 'L-1', href: '/dealer/leads/handle?lead=1' },
    { title: 'V-1', href: '/dealer/usedEvaluation/1' },
    { title: 'C-1', href: '/dealer/contracts/1' },
  ]);
});

describe('menu "Esplora"', () => {
  test('has the 22 cards of the specification in order with their privileges', () => {
    const everybody = cardsFor(rolePresets['Amministratore dealer']!).map(({ title }) => title);
    expect(everybody).toEqual([
      'Dashboard',
      'Gestisci stock',
      'Accessori',
      'Servizi',
      'Pneumatici',
      'Assicurazioni',
      'Finanziarie',
      'Preventivi',
      'Gestione utenti',
      'Gestione clienti',
      'Gestione accessi',
      'Lead',
      'Contratti',
      'Crea o compara preventivi',
      'Valutazione usato',
      'Calendari',
      'Statistiche',
      'Report',
      'File utili',
      'Preferenze',
      'Importazione dati',
      'Release',
    ]);
    const required = Object.fromEntries(cards.map(({ name, privileges }) => [name, privileges.join()]));
    expect(required).toMatchObject({
      dashboard: '',
      stock: '1,2',
      quotes: '14,15,16,17',
      accesses: '22,23,24',
      contracts: '27,28,29,34',
      quotation: '13',
      calendars: '',
      stats: '13,25,29,30,31',
      reports: '28,29,33',
      files: '',
      preferences: '26',
      releases: '28,29',
    });
  });

  test('without privileges leaves what any user has', () => {
    expect(cardsFor([]).map(({ name }) => name)).toEqual(['dashboard', 'calendars', 'files']);
  });

  test('links areas that have a page and disables the others', () => {
    const hrefs = Object.fromEntries(
      cardsFor(rolePresets['Amministratore dealer']!).map(({ name, href }) => [name, href]),
    );
    expect(hrefs).toMatchObject({
      dashboard: '/dealer',
      quotes: '/dealer/quotes',
      quotation: '/quotation',
      stock: '/dealer/stock',
      contracts: '/dealer/contracts',
      leads: '/dealer/leads',
    });
  });

  test('gives every card a letter of its own after g', () => {
    expect(new Set(cards.map(({ go }) => go)).size).toBe(cards.length);
  });
});

describe('error page', () => {
  test.each([
    [new Failure('not_found'), 404, 'Contenuto non trovato', true],
    [
      new Failure('forbidden'),
      403,
      "Accesso non autorizzato, non hai i privilegi per eseguire l'operazione richiesta.",
      true,
    ],
    [new Failure('unavailable'), 503, 'Servizio temporaneamente non disponibile', false],
    [new Failure('conflict', 'segreto'), 409, 'Si è verificato un errore', true],
    [new Failure('bad_answer', 'segreto', { status: 418 }), 418, 'Si è verificato un errore', true],
    [new Failure('unavailable', 'segreto', { status: 504 }), 504, 'Servizio temporaneamente non disponibile', false],
    [new Error('segreto'), 500, 'Si è verificato un errore', true],
  ])('%s', (error, status, title, home) => {
    const shown = errorText(error);
    expect(shown).toMatchObject({ status, title, home });
    expect(JSON.stringify(shown)).not.toContain('segreto');
  });

  test('says what the guard said, and when to come back', () => {
    expect(errorText(new Failure('forbidden')).text).toBe(
      'Accesso vietato. Non sei autorizzato a utilizzare questa risorsa.',
    );
    expect(errorText(new Failure('invalid', 'Troppo grande.', { status: 413 }))).toMatchObject({
      status: 413,
      text: 'Troppo grande.',
      home: true,
    });
    expect(errorText(new Failure('unavailable')).text).toBe('Riprova tra qualche minuto');
  });
});

describe('sentences', () => {
  test('instants are of today, of yesterday or of their day', () => {
    const now = new Date('2026-11-20T23:30:00+01:00');
    expect(moment('2026-11-20T14:30:00+01:00', now)).toBe('oggi 14:30');
    expect(moment('2026-11-19T22:00:00+01:00', now)).toBe('ieri 22:00');
    expect(moment('2026-11-18T23:30:00Z', now)).toBe('ieri 00:30');
    expect(moment('2026-10-01T08:05:00+02:00', now)).toBe('01/10/2026 08:05');
  });
  test('messages', () => {
    expect(t('da {a} a {b}', { a: 1, b: 'due' })).toBe('da 1 a due');
    expect(plural('{n, plural, one {# rata} other {# rate}}', { n: 36 })).toBe('36 rate');
    expect([waitText(40), waitText(1), waitText(150)]).toEqual([
      'Troppi tentativi: riprovare tra 40 secondi.',
      'Troppi tentativi: riprovare tra 1 secondo.',
      'Troppi tentativi: riprovare tra 3 minuti.',
    ]);
  });
});

test('devices have names', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
  expect(deviceOf(`${windows} Edg/156.0`)).toBe('Edge su Windows');
  expect(deviceOf(windows)).toBe('Chrome su Windows');
  expect(deviceOf('curl/8')).toBe('Dispositivo sconosciuto');
});

test('HTML of notices is cleaned again when shown', () => {
  const html = cleanHtml(
    '<p style="position:fixed" id="x" onclick="a()">ok <b>b</b><script>alert(1)</script><a href="javascript:alert(1)">j</a>' +
      '<a href="//evil.example">p</a><a href="https://ok.example">o</a><img src=x onerror=alert(1)></p>',
  );
  expect(html).toBe(
    '<p>ok <b>b</b><a rel="noopener noreferrer nofollow">j</a><a rel="noopener noreferrer nofollow">p</a>' +
      '<a href="https://ok.example" rel="noopener noreferrer nofollow">o</a></p>',
  );
});
