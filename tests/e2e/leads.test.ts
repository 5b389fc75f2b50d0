import { expect, type Locator } from 'playwright/test';
import { describe, expect as is, test } from 'vitest';
import { addDays, dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { read } from './quote-page.ts';
import { digits, letters, post } from './sale-page.ts';

/** Presses and counts: one press, choice or field typed is one interaction. */
function counting() {
  const count = { of: 0 };
  return {
    count,
    press: (name: string | RegExp, within: Locator = page.locator('main')) => {
      count.of += 1;
      return within.getByRole('button', { name, exact: typeof name === 'string' }).click();
    },
    fill: (label: string, text: string) => {
      count.of += 1;
      return page.getByLabel(label).fill(text);
    },
  };
}
/** The first of the queue is open already. */
const open = async () => {
  await page.goto('/dealer/leads/handle');
  await expect(page.getByRole('navigation', { name: 'Coda' }).getByRole('link').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
};

describe('a seller', () => {
  pageAs('seller');

  test('an action on a lead is logged in three interactions; the lead moves on with its next action', async () => {
    await open();
    // J goes on to what stands next in the list beside it, K back; after G both are letters of the menu.
    const queue = page.getByRole('navigation', { name: 'Coda' }).locator('a[href*="lead="]');
    const hrefs = await queue.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const [key, at] of [
      ['j', 1],
      ['k', 0],
      ['j', 1],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.pathname + url.search === hrefs[at]);
      await expect(page.getByRole('banner').getByText(new RegExp(`^${at + 1} di \\d+$`))).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    const here = page.url();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.waitForURL('/dealer/customers');
    await page.goto(here, { waitUntil: 'networkidle' });
    const { count, press, fill } = counting();
    await press(/^Interesse/);
    // A word of its own: a second try may find the note of the first one.
    const note = `Vuole provarla sabato, ${digits(4)}`;
    await fill('Nota', note);
    const saved = page.waitForResponse(/\/api\/leads\/\d+\/actions$/);
    await press('Salva');
    is(count.of).toBe(3);
    is((await saved).status()).toBe(200);
    await expect(page.getByText('Azione registrata.')).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
    // Logged by keys, it goes on to the next lead; that page takes it back, and opens the lead as it was.
    const lead = new URL(page.url()).searchParams.get('lead');
    await page.goto(`/dealer/leads/handle?lead=${lead}`, { waitUntil: 'networkidle' });
    await page.keyboard.press('1');
    const twice = `Detta due volte, ${digits(4)}`;
    await page.getByLabel('Nota').fill(twice);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((url) => url.searchParams.get('lead') !== lead);
    await expect(page.getByText(/^Azione registrata su /)).toBeVisible();
    await page.getByRole('button', { name: 'Annulla', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('lead') === lead);
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByText(twice)).toBeHidden();
    // Whom it is about and which car stand in the head of a phone, too, beside the menu.
    await page.setViewportSize({ width: 360, height: 740 });
    const head = page.locator('#record-head');
    await expect(head.locator('.whom b')).toBeVisible();
    const [whom, menu] = [
      await head.locator('.whom').boundingBox(),
      await head.locator('#record-more-button').boundingBox(),
    ];
    expect(menu!.y).toBeLessThan(whom!.y + whom!.height);
  });

  test('a message that goes with it opens filled in with this lead, and leaves by one press more', async () => {
    await open();
    // Of the queue the first with a telephone number: other tests add some without one.
    for (const link of await page.getByRole('navigation', { name: 'Coda' }).locator('a[href*="lead="]').all()) {
      const href = (await link.getAttribute('href'))!;
      if (!(await (await page.request.get(href)).text()).includes('href="tel:')) continue;
      await page.goto(href, { waitUntil: 'networkidle' });
      break;
    }
    const { count, press } = counting();
    // What is typed elsewhere on the page is no reason to ask before a call: it opens beside the page.
    let asked = 0;
    page.on('dialog', (one) => {
      asked += 1;
      void one.accept();
    });
    await page.getByRole('button', { name: /^Scrivere, @/ }).click();
    const comment = page.getByRole('textbox', { name: 'Nuovo commento' });
    await comment.fill('Mezza frase');
    // The call that went before runs on a stop-watch, whose time begins the note.
    await page.getByRole('link', { name: 'Chiama', exact: true }).click();
    await expect(page.getByRole('timer')).toContainText(/in linea \d+:\d\d/);
    is(asked).toBe(0);
    await comment.fill('');
    await press(/^Richiamare/);
    await expect(page.getByLabel('Nota')).toHaveValue(/^Chiamata di \d+:\d\d/);
    await expect(page.getByRole('timer')).toBeHidden();
    count.of += 1;
    await page.getByLabel('Modello').selectOption({ label: 'Primo contatto' });
    await press('Salva');
    const letter = page.getByRole('dialog', { name: 'Scrivi al cliente' });
    await expect(letter.getByLabel('Testo')).toHaveValue(/^Gentile [A-Z]/);
    const written = page.waitForResponse(/\/api\/leads\/\d+\/messages$/);
    await press('Invia', letter);
    is((await written).status()).toBe(200);
    is(count.of).toBe(4);
  });

  test('on the board the number of a column moves a card there; what a step asks is asked on its page', async () => {
    await page.goto('/dealer/leads/list?mode=board&view=all');
    const column = (name: string) => page.locator('.board-column', { has: page.getByText(name, { exact: true }) });
    // Closed ones of a week alone: each column has read its own rows.
    await expect(page.getByText('ultimi 7 giorni')).toBeVisible();
    const card = column('In lavorazione').locator('.board-card').first();
    const id = await card.getAttribute('data-card');
    await card.getByRole('link').focus();
    await page.keyboard.press('3');
    await expect(column('In trattativa').locator(`[data-card="${id}"] a`)).toBeFocused();
    await page.keyboard.press('2');
    await expect(column('In lavorazione').locator(`[data-card="${id}"] a`)).toBeFocused();
    await page.locator(`[data-card="${id}"]`).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Rinvia a un giorno…' }).click();
    await page.getByRole('dialog', { name: 'Rinvia a un giorno' }).waitFor();
    await page.keyboard.press('Escape');
    // Lost for now: it is taken up again on a day ahead.
    await page.locator('[aria-label][popovertarget="record-more"]').click();
    await page.locator('#record-more').getByRole('button', { name: 'Chiudi come perso' }).click();
    const losing = page.getByRole('dialog', { name: 'Chiudi come perso' });
    await losing.getByLabel('Motivo').selectOption({ label: 'Rinuncia' });
    await losing.getByRole('textbox', { name: 'Risentirlo il' }).fill('01/01/2020');
    await losing.getByRole('button', { name: 'Chiudi come perso' }).click();
    await expect(losing.getByText('Scegliere un giorno da domani a due anni')).toBeVisible();
    await losing.getByRole('textbox', { name: 'Risentirlo il' }).fill(day(addDays(dayInRome(new Date()), 30)));
    await losing.getByRole('button', { name: 'Chiudi come perso' }).click();
    await expect(page.getByText('Lead chiuso come perso.')).toBeVisible();
    await expect(page.locator('main').getByText(/^Si riapre da solo il /)).toBeVisible();
  });

  test('the palette finds what is begun by its words, and opens its form', async () => {
    const forms = {
      'registra accesso': 'Registra accesso',
      'nuovo lead': 'Nuovo lead',
      'nuovo appuntamento': /appuntamento/i,
    };
    for (const [typed, name] of Object.entries(forms)) {
      await page.goto('/dealer/releases');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Cerca' }).fill(typed);
      await expect(page.getByRole('option').first()).toHaveText(new RegExp(typed, 'i'));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name })).toBeVisible();
    }
  });

  test('a test drive is taken from the lead in three interactions: car and seller, and the lead knows when', async () => {
    await open();
    const { count, press } = counting();
    await press(/^Interesse/);
    await press('Prova su strada');
    await expect(page.getByText(/^Prova su strada: .+ \d\d:\d\d, .+ e .+/)).toBeVisible();
    const booked = page.waitForResponse(/\/api\/calendars\/events$/);
    await press('Salva');
    is(count.of).toBe(3);
    is((await booked).status()).toBe(201);
    const { id } = (await (await booked).json()) as { id: number };
    await expect(page.getByText('Azione registrata.')).toBeVisible();
    await expect(page.getByRole('list').locator(`a[href="/dealer/calendars?event=${id}"]`)).toHaveText(
      'Prova su strada',
    );
  });

  test('a visit and a quote take along what is known', async () => {
    await open();
    const { count, press } = counting();
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    // Those who have come before, by other files of the server.
    const come = page.getByText('È venuto in sede');
    const before = await come.count();
    await press('Visita');
    await expect(page.getByLabel('Nome o descrizione')).toHaveValue(name!);
    await page.getByText('È qui adesso').click();
    count.of += 1;
    await press('Registra', page.getByRole('dialog'));
    is(count.of).toBe(3);
    await expect(page.getByText('Visita registrata.')).toBeVisible();
    await expect(come).toHaveCount(before + 1);
    await page.getByRole('link', { name: 'Fai preventivo' }).click();
    await expect(page.getByText('Il preventivo sarà per')).toContainText(name!);
  });
});

describe('a BDC', () => {
  pageAs('bdc');

  test('works off ten leads of a morning in at most 60 interactions, and each has what comes next', async () => {
    const own = (await read<{ id: number }>(context, '/auth/user')).id;
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const asked = leadOf({ name: `Mattina ${letters(5)}`, phone: `+39333${digits(7)}`, email: null });
      ids.push((await post<{ id: number }>(context, '/leads', { ...asked, assigneeId: own })).id);
    }
    const { count, press } = counting();
    const called = new Set<number>();
    await page.goto(`/dealer/leads/handle?lead=${ids[0]}`);
    // Nobody answered, a call is agreed on, an interest.
    for (const [n, result] of [...'AARAARAAIA'].entries()) {
      await page.locator('.lead-page:not(astro-island[ssr] *)').waitFor();
      const { search } = new URL(page.url());
      called.add(Number(new URLSearchParams(search).get('lead')));
      count.of += 1;
      await page.getByRole('link', { name: 'Chiama', exact: true }).click();
      await press(result === 'A' ? /^Assente/ : result === 'R' ? /^Richiamare/ : /^Interesse/);
      const saved = page.waitForResponse(/\/api\/leads\/\d+\/actions$/);
      // The last one may be the last of the queue.
      await press(n < 9 ? /^Salva e prossimo/ : 'Salva');
      is((await saved).status()).toBe(200);
      if (n < 9) await page.waitForURL((url) => url.search !== search);
    }
    await expect(page.getByText('Azione registrata.')).toBeVisible();
    is(count.of).toBeLessThanOrEqual(60);
    is(called.size).toBe(10);
    for (const id of called) {
      const { state, nextAt } = await read<Lead>(context, `/leads/${id}`);
      is([state === 'to_handle', Date.parse(nextAt!) > Date.now()]).toEqual([false, true]);
    }
  });
});

describe('a manager', () => {
  pageAs('director');

  test('gives a lead to a colleague by moving its card to their column', async () => {
    await page.goto('/dealer/leads/list?mode=board&view=all');
    await page.getByRole('button', { name: 'Venditore', exact: true }).click();
    const columns = page.locator('.board-column', { has: page.locator('.board-card') });
    const card = columns.first().locator('.board-card').first();
    const id = await card.getAttribute('data-card');
    const empty = page.locator('.board-column:not(:has(.board-card))').first();
    const whose = (await empty.getAttribute('aria-label'))!.replace(/: 0$/, '');
    const target = page.getByRole('region', { name: `${whose}: `, exact: false });
    const given = page.waitForResponse(/\/api\/leads\/\d+\/assign$/);
    await card.dragTo(target);
    is((await given).status()).toBe(200);
    await expect(target.locator(`[data-card="${id}"]`)).toBeVisible();
    await page.getByRole('link', { name: 'Valore', exact: true }).click();
    await expect(page).toHaveURL(/sort=value/);
    await expect(page.getByRole('button', { name: 'Venditore', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });

  test('closes chosen leads with a reason and its note, which stay while one is refused; "Annulla" takes it back', async () => {
    await page.goto('/dealer/leads/list?view=all&state=in_progress', { waitUntil: 'networkidle' });
    await page.locator('.list-table td.pick input').first().check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Chiudi…' }).click();
    const closing = page.getByRole('dialog', { name: 'Chiudi 1 lead' });
    const press = () => closing.getByRole('button', { name: 'Chiudi i lead' }).click();
    await press();
    await expect(closing.getByText('Scegliere il motivo')).toBeVisible();
    await closing.getByLabel('Motivo di chi è in lavorazione').selectOption({ label: 'Altro' });
    await press();
    await expect(closing.getByText('Scrivere il motivo')).toBeVisible();
    const note = closing.getByLabel('Nota');
    await note.fill('Ha comprato da un amico');
    const refused = { error: 'conflict', message: 'È cambiato nel frattempo.', requestId: '' };
    const logging = /\/api\/leads\/\d+\/actions$/;
    await page.route(logging, (route) => route.fulfill({ status: 409, json: refused }));
    await press();
    await expect(closing.getByRole('alert')).toContainText('È cambiato nel frattempo.');
    await expect(note).toHaveValue('Ha comprato da un amico');
    await page.unroute(logging);
    await press();
    await expect(page.getByText('Lead chiusi: 1.')).toBeVisible();
    await expect(closing).toBeHidden();
    const undone = page.waitForResponse(/\/api\/leads\/\d+\/actions\/\d+$/);
    await page.getByRole('button', { name: 'Annulla', exact: true }).click();
    is((await undone).status()).toBe(200);
  });
});
