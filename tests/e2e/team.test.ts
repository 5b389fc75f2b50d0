import { expect } from 'playwright/test';
import { test } from 'vitest';
import { calendarFields } from '#domain/calendars/fields.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import type { Customer } from '#domain/customers/schema.ts';
import { addDays, dayInRome, week, weekdayOf } from '#domain/dates.ts';
import { day as italian } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { UserRecord } from '#domain/users/schema.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { saveDraft } from './quote-page.ts';
import { letters } from './sale-page.ts';

pageAs('admin');

const post = async <T>(path: string, data: object): Promise<T> => {
  const answer = await context.request.post(`${serverUrl()}/api${path}`, { headers: { origin: serverUrl() }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
};
const get = async <T>(path: string): Promise<T> => (await context.request.get(`/api${path}`)).json() as Promise<T>;

/** A new seller of the company's first place; a second try has another one. */
async function seller(word: string): Promise<UserRecord> {
  const name = `${word}${letters(4)}`;
  const [place] = await get<{ id: number }[]>('/locations/open');
  const roles = await get<{ name: string; privileges: string[] }[]>('/users/roles');
  return post<UserRecord>('/users', {
    name,
    email: `${name.replace(' ', '.').toLowerCase()}@brera.example.it`,
    phone: null,
    roleName: 'Venditore',
    privileges: roles.find((role) => role.name === 'Venditore')!.privileges,
    locationIds: [place!.id],
    defaultLocationId: null,
    businessCenterId: null,
    payrollNumber: '',
    rotation: 'role',
    desk: '',
    commissions: [],
    languages: [],
    makerIds: [],
  });
}

/** The calendar of a person. */
const calendar = (name: string, userId: number) =>
  post<{ id: number }>('/calendars', { ...blankOf(calendarFields), kind: 'seller', name, userId });
/** The Monday after next. */
const monday = () => {
  const today = dayInRome(new Date());
  return addDays(today, 21 - week.indexOf(weekdayOf(today)));
};

test('somebody who leaves hands over customers, quotes, leads and appointments in one press, and has them back by one more', async () => {
  const [leaver, heir] = [await seller('Ivo Lascia'), await seller('Ada Resta')];
  const body = { type: 'private', firstName: 'Nives', lastName: 'Passata', sellerId: leaver.id };
  const { id } = await post<Customer>('/customers', body);
  const asks = leadOf({ name: `Nives ${letters(4)}`, phone: null, email: `${letters(8)}@example.it` });
  const lead = await post<Lead>('/leads', { ...asks, assigneeId: leaver.id });
  const theirs = await calendar(leaver.name, leaver.id);
  await calendar(heir.name, heir.id);
  const at = { day: monday(), time: '11:00', calendarIds: [theirs.id] };
  const event = await post<EventRecord>('/calendars/events', eventOf({ kind: 'appointment', title: 'Nives', ...at }));
  const draft = await saveDraft(context, 8);
  await post('/quotes/assign', { rows: [{ id: draft.id, version: draft.version, sellerId: leaver.id }] });
  const whose = async () => [
    (await get<Customer>(`/customers/${id}`)).sellerId,
    (await get<Quote>(`/quotes/${draft.id}`)).seller.id,
    (await get<Lead>(`/leads/${lead.id}`)).assignee?.id,
    ...(await get<EventRecord>(`/calendars/events/${event.id}`)).people.map((one) => one.id),
  ];
  await page.goto(`/dealer/users?q=${leaver.name}`);
  await page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
  await expect(page.getByRole('row', { name: new RegExp(leaver.name) })).toContainText('Invito inviato');
  await page.getByRole('checkbox', { name: new RegExp(leaver.name) }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Blocca' }).click();
  const dialog = page.locator('dialog[open]');
  // What is open is proposed to somebody: it stays with nobody who leaves.
  for (const [kind, text] of [
    ['customers', '1 cliente'],
    ['quotes', '1 preventivo aperto'],
    ['leads', '1 lead aperto'],
    ['events', '1 appuntamento da svolgere'],
  ] as const) {
    await dialog.getByText(text).waitFor();
    await expect(dialog.locator(`select[name=${kind}]`)).not.toHaveValue('stays');
  }
  await dialog.getByLabel('Tutto quello che può avere').selectOption(String(heir.id));
  await dialog.getByRole('button', { name: 'Blocca e passa il lavoro' }).click();
  await page.getByText(`${leaver.name}: accesso bloccato`).waitFor();
  expect(await whose()).toEqual([heir.id, heir.id, heir.id, heir.id]);
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect.poll(whose).toEqual([leaver.id, leaver.id, leaver.id, leaver.id]);
  expect((await get<UserRecord>(`/users/${leaver.id}`)).archived).toBe(false);
});

test('an illness is entered once: the appointments of those days go to a colleague at their hour, and come back', async () => {
  const [ill, heir] = [await seller('Ugo Malato'), await seller('Eva Pronta')];
  const day = monday();
  const theirs = await calendar(ill.name, ill.id);
  await calendar(heir.name, heir.id);
  const title = `Visita ${letters(4)}`;
  const at = { day, time: '10:00', calendarIds: [theirs.id] };
  const { id } = await post<{ id: number }>('/calendars/events', eventOf({ kind: 'appointment', title, ...at }));
  const who = async () => (await get<{ people: { id: number }[] }>(`/calendars/events/${id}`)).people[0]!.id;
  await page.goto(`/dealer/calendars?day=${day}`);
  await page.locator('.cal:not(astro-island[ssr] *)').waitFor();
  await page.getByText('Altro', { exact: true }).click();
  await page.getByRole('button', { name: 'Assenza…' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Persona').selectOption({ label: ill.name });
  // A mark of what is required follows the word; the last day follows the first one until it is typed.
  const first = dialog.getByRole('textbox', { name: /^Dal\b/ });
  await first.fill(italian(day));
  await first.press('Tab');
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Al\b/ }).inputValue()).toBe(italian(day));
  await dialog.getByLabel('Motivo').fill('Influenza');
  await dialog.getByRole('button', { name: 'Registra l’assenza' }).click();
  const ways = page.getByRole('combobox', { name: new RegExp(`A chi e quando: .*${title}`) });
  await ways.selectOption({ label: `${heir.name}, stessa ora` });
  await page.getByRole('button', { name: 'Affida e avvisa' }).click();
  await page.getByText('Appuntamenti affidati: 1.').waitFor();
  expect(await who()).toBe(heir.id);
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect.poll(who).toBe(ill.id);
});

test('a role is copied, says before saving who loses what, and goes when nobody has it', async () => {
  const copy = `BDC ${letters(4)}`;
  await page.goto('/dealer/users/roles');
  await page.locator('table.roles:not(astro-island[ssr] *)').waitFor();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await row('BDC del prodotto').getByRole('button', { name: 'Copia' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Nome').fill(copy);
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Ruolo ${copy} salvato, persone: 0`).waitFor();
  await row('Venditore del prodotto').getByRole('button', { name: 'Modifica' }).click();
  await dialog.getByText('Così non cambia niente per nessuno.').waitFor();
  await dialog.getByRole('checkbox', { checked: true }).first().uncheck();
  await dialog
    .getByText(/^Perde: /)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Scarta le modifiche' }).click();
  await row(copy).getByRole('button', { name: 'Elimina' }).click();
  await dialog.getByRole('button', { name: 'Elimina' }).click();
  await page.getByText(`Ruolo ${copy}: fatto`).waitFor();
  await expect(row(copy)).toHaveCount(0);
});

test('the discount caps of a role stand on the page of who has it, and a change can be taken back', async () => {
  const { id } = await seller('Iva Tetto');
  const caps = async () =>
    (await get<{ periods: { values: { caps: { role: string; percent: number }[] } }[] }>('/quotes/settings'))
      .periods[0]!.values.caps;
  const capOfSellers = async () => (await caps()).find(({ role }) => role === 'Venditore')?.percent;
  const before = await capOfSellers();
  // Another one than a first try may have left.
  const [typed, percent] = before === 4.5 ? ['4,4', 4.4] : ['4,5', 4.5];
  await page.goto(`/dealer/users?id=${id}`);
  const field = page
    .locator('dialog[open]')
    .getByRole('group', { name: /Sconto massimo/ })
    .getByLabel('Tutte le auto');
  await field.fill(typed);
  await field.press('Tab');
  await page.getByText(`Sconto massimo di chi è Venditore: ${typed}0 %, da oggi`).waitFor();
  expect(await capOfSellers()).toBe(percent);
  await page.getByRole('button', { name: 'Annulla', exact: true }).last().click();
  await expect.poll(capOfSellers).toBe(before);
});

test('a role of the company’s own has the caps of the role that it was copied from until it has one of its own', async () => {
  const roles = await get<{ name: string; privileges: string[] }[]>('/users/roles');
  const { privileges } = roles.find(({ name }) => name === 'Venditore')!;
  const name = `Venditore ${letters(4)}`;
  await post('/users/roles', { name, base: 'Venditore', privileges });
  await page.goto('/dealer/users?new');
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Ruolo').selectOption(name);
  await dialog.getByText('Vuoto: vale il limite di Venditore, da cui il ruolo è copiato.').waitFor();
  const cap = dialog.getByRole('group', { name: `Sconto massimo di chi è ${name}` }).getByLabel('Tutte le auto');
  await cap.fill('2,5');
  await cap.press('Tab');
  await page.getByText(`Sconto massimo di chi è ${name}: 2,50 %, da oggi`).waitFor();
  const settings = await get<{ periods: { values: { caps: { role: string; percent: number }[] } }[] }>(
    '/quotes/settings',
  );
  expect(settings.periods[0]!.values.caps.find(({ role }) => role === name)?.percent).toBe(2.5);
  // Its commission stands on the same page.
  await expect(dialog.getByRole('group', { name: 'Provvigioni' })).toBeVisible();
});

test('a change by reason and code asks for both, says at the code what is wrong with it, and loses nothing', async () => {
  const { id, name } = await seller('Rino Passato');
  const sent: { raise?: object; name: string }[] = [];
  const answers = [
    {
      status: 422,
      fields: { commissions: 'Cambia le provvigioni di giorni passati', raise: 'Servono motivo e codice' },
    },
    { status: 422, fields: { 'raise.code': 'Codice sbagliato' } },
    { status: 422, fields: { name: 'Già usato' } },
  ];
  await page.route(`**/api/users/${id}`, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const { status, fields } = answers[sent.push(route.request().postDataJSON()) - 1]!;
    return route.fulfill({ status, json: { error: 'invalid', message: 'Controllare i campi', fields } });
  });
  await page.goto(`/dealer/users?id=${id}`);
  const form = page.locator('dialog[open]').first();
  await form.getByLabel('Nome e cognome').fill(`${name} Nuovo`);
  await form.getByRole('button', { name: 'Salva' }).click();
  const asks = page.locator('dialog[open]').filter({ has: page.getByRole('heading', { name: 'Motivo e codice' }) });
  await asks.getByText('Cambia le provvigioni di giorni passati. Servono motivo e codice.').waitFor();
  await asks.getByLabel('Motivo').fill('Accordo di ottobre');
  await asks.getByLabel('Codice dell’app').fill('000000');
  await asks.getByRole('button', { name: 'Conferma' }).click();
  await asks.getByText('Codice sbagliato').waitFor();
  await expect(asks.getByLabel('Motivo')).toHaveValue('Accordo di ottobre');
  await asks.getByLabel('Codice dell’app').fill('123456');
  await asks.getByRole('button', { name: 'Conferma' }).click();
  await form.getByText('Già usato').waitFor();
  await expect(form.getByLabel('Nome e cognome')).toHaveValue(`${name} Nuovo`);
  expect(sent.map(({ raise }) => raise)).toEqual([
    undefined,
    { reason: 'Accordo di ottobre', code: '000000' },
    { reason: 'Accordo di ottobre', code: '123456' },
  ]);
});
