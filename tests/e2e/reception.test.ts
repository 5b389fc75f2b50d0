import { expect, type Locator } from 'playwright/test';
import { describe, inject, test } from 'vitest';
import { accessTimes } from '#backend/accesses/late.ts';
import { openDatabase } from '#backend/db/open.ts';
import { urlFor } from '#backend/db/roles.ts';
import { readConfig } from '#config';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { blankOf } from '#domain/record/fields.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { signIn } from '#tests/support/browser.ts';
import { asOwner } from '#tests/support/database.ts';
import { outsideOf } from '#tests/support/outside.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { databaseUrl, dataDir, serverUrl, type DEMO_USERS } from '#tests/support/server.ts';
import { ownVisit } from './own-visit.ts';
import { digits, letters } from './sale-page.ts';

/** A name that a second try does not share with the first, nor another test with this one. */
const somebody = (description: string) => `${description} ${digits(6)}`;
/** Opens a page and waits until it answers presses. */
const open = async (path: string) => {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
};
/** Interactions: presses, and fields that are typed in. */
let done = 0;
const press = (name: string | RegExp, within = page.locator('body')) => {
  done += 1;
  return within.getByRole('button', { name }).click();
};
const fill = (field: Locator, text: string) => {
  done += 1;
  return field.fill(text);
};
/** The answer of the next call at this address. */
const answered = (path: RegExp) =>
  page.waitForResponse((answer) => path.test(answer.url()) && answer.request().method() === 'POST');

/** Somebody elsewhere in the company, who calls without a page. */
async function colleague(as: keyof typeof DEMO_USERS) {
  const there = await browser.newContext({ baseURL: serverUrl() });
  await signIn(there, as);
  const send = async (method: 'post' | 'put', path: string, data: object, version?: number) => {
    const answer = await there.request[method](`/api${path}`, {
      data,
      headers: {
        origin: serverUrl(),
        ...(version === undefined ? { 'idempotency-key': crypto.randomUUID() } : { 'if-match': `"v${version}"` }),
      },
    });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
  };
  const place = (await (await there.request.get('/api/accesses/reception')).json()).location.id as number;
  const visit = (name: string) => ({ ...blankOf(visitFields), locationId: place, name });
  const get = async (path: string) => (await there.request.get(`/api${path}`)).json();
  /** Makes a move of a visit with the first reason that the company offers for it. */
  const because = async ({ id }: { id: number }, move: string) => {
    const reasons: { id: number; move: string; needsNote: boolean }[] = await get('/accesses/reasons');
    const reason = reasons.find((one) => one.move === move && !one.needsNote)!;
    const { version } = await get(`/accesses/${id}`);
    return send('post', `/accesses/${id}/${move}`, { reason: String(reason.id), note: '' }, version);
  };
  return {
    because,
    get,
    come: (name: string) => send('post', '/accesses', visit(name)),
    rename: ({ id, version }: { id: number; version: number }, name: string) =>
      send('put', `/accesses/${id}`, visit(name), version),
    lead: async (name: string, assignee: string) => {
      const assignees = await (await there.request.get('/api/leads/assignees')).json();
      const { id } = assignees.find((one: { name: string }) => one.name === assignee);
      const email = `${crypto.randomUUID()}@example.it`;
      return send('post', '/leads', { ...leadOf({ name, phone: null, email }), assigneeId: id });
    },
    leave: () => there.close(),
  };
}

/** Ten minutes pass in which nobody begins the visit, and the job of each minute runs. */
async function timeOut({ id }: { id: number }) {
  const { sessionSecret } = inject('cluster');
  await asOwner(databaseUrl(), 'update accesses set times_out_at = now() where id = $1', [id]);
  const db = openDatabase(urlFor('requests', databaseUrl(), sessionSecret), { max: 1 });
  const config = readConfig({ SESSION_SECRET: sessionSecret, LOG_LEVEL: 'error', DATA_DIR: dataDir() });
  await accessTimes.run(outsideOf({ db, config, now: () => new Date() }), {});
  await db.destroy();
}

describe('the reception', () => {
  pageAs('reception');
  const name = () => page.getByPlaceholder('Nome o descrizione');
  const enter = /^In attesa · A /;

  test('somebody is registered in two interactions, an anonymous one in one; the page loaded again keeps what is typed', async () => {
    await open('/reception');
    const waiting = page.getByRole('heading', { name: /^In attesa/ });
    await expect(waiting).toBeVisible();
    const who = somebody('Giacca verde');
    await name().fill(who);
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(name()).toHaveValue(who);
    done = 0;
    await fill(name(), who);
    const saved = answered(/\/api\/accesses$/);
    await press(enter);
    expect([done, (await saved).status()]).toEqual([2, 201]);
    await expect(page.getByText(who)).toBeVisible();
    await expect(name()).toHaveValue('');
    done = 0;
    const another = answered(/\/api\/accesses$/);
    await press(/^Anonimo$/);
    expect([done, (await another).status()]).toEqual([1, 201]);

    // Of open leads those are proposed that this receptionist may see: its own.
    const boss = await colleague('admin');
    const first = `Zdenka${letters(4)}`;
    await boss.lead(`${first} Bassi`, 'Giulia Ferrari');
    const { id } = await boss.lead(`${first} Alti`, 'Marta Greco');
    await boss.leave();
    await name().fill(first);
    const own = new RegExp(`${first} Alti.*lead di Marta Greco · Lampo 1.5.*È lei`);
    await expect(page.locator('.reception-match')).toHaveText([own]);
    await press(/È lei/);
    const known = answered(/\/api\/accesses$/);
    await press(enter);
    expect(await (await known).json()).toMatchObject({
      name: `${first} Alti`,
      leadId: id,
      ownSeller: { name: 'Marta Greco' },
    });
  });

  test('the number is shown and printed without a name; who is expected is checked in by one press', async () => {
    const who = await ownVisit(context);
    await open('/reception');
    const scarf = somebody('Sciarpa gialla');
    // At a reception's size the news of it stands in room left free: it covers nothing of who waits.
    await page.setViewportSize({ width: 1024, height: 768 });
    await name().fill(scarf);
    await press(enter);
    const news = page.locator('#toasts');
    await expect(news).toContainText('Mostra il numero');
    const [told, waits] = [
      await news.boundingBox(),
      await page.getByRole('heading', { name: /^In attesa/ }).boundingBox(),
    ];
    expect(told!.y + told!.height).toBeLessThanOrEqual(waits!.y);
    await press('Mostra il numero', news);
    const paper = page.getByRole('dialog', { name: 'Numero' });
    await expect(paper.locator('strong')).toHaveText(/^A \d+$/);
    await expect(paper).not.toContainText('Sciarpa');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(scarf)).toBeHidden();
    await expect(paper.locator('strong')).toBeVisible();
    // A strip of 80 by 70 mm, one alone.
    const strip = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(strip.match(/MediaBox ?\[0 0 2\d\d[^ ]* 19\d/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
    await paper.getByRole('button', { name: 'Chiudi' }).last().click();
    const expected = page.locator('section', { has: page.getByRole('heading', { name: /^Attesi oggi/ }) });
    done = 0;
    await press('È qui', expected.locator('li', { hasText: who }));
    await expect(
      page.locator('section', { has: page.getByRole('heading', { name: /^In attesa/ }) }).getByText(who),
    ).toBeVisible();
    expect(done).toBe(1);
  });

  test('without a network it is said at once; who is registered meanwhile is sent once when it is back', async () => {
    await open('/reception');
    await expect(name()).toBeFocused();
    const [first, second] = [somebody('Immobiliare Costruzioni Generali e Partecipazioni'), somebody('Zaino rosso')];
    await context.setOffline(true);
    await expect(page.getByText(/^Non in linea dalle/)).toBeVisible();
    for (const who of [first, second]) {
      await name().fill(who);
      await press(enter);
      await expect(name()).toHaveValue('');
    }
    await expect(page.getByText('Da inviare: 2')).toBeVisible();
    // What is told without a line is ready on the page, and a long name leaves the page its width.
    await expect(page.locator('#toasts')).toContainText('la registrazione parte appena torna');
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(needed).toBe(given);
    await context.setOffline(false);
    for (const who of [first, second]) await expect(page.locator('.reception-list').getByText(who)).toHaveCount(1);
    await expect(page.getByText(/^Da inviare/)).toBeHidden();
    done = 0;
    await press('Non è un cliente');
    await expect(page.locator('#toasts')).toContainText('Segnato: non è un cliente.');
    expect(done).toBe(1);
  });

  test('on a Saturday eight come within minutes to two desks: nobody is passed over, and in the end nobody waits', async () => {
    await open('/reception');
    const [desk, giulia] = [await colleague('reception'), await colleague('seller')];
    const names = Array.from({ length: 8 }, (_, n) => somebody(`Sabato ${n + 1}`));
    const waiting = page.locator('.reception-list', { has: page.getByRole('heading', { name: /^In attesa/ }) });
    const present = page.locator('.reception-list', { has: page.getByRole('heading', { name: /^Con un venditore/ }) });
    const rowOf = (n: number) => waiting.locator('li', { hasText: names[n]! });
    /** Which of the eight wait, as they stand. */
    const inOrder = () =>
      waiting
        .locator('li')
        .evaluateAll(
          (rows, all) => rows.flatMap((row) => all.findIndex((one) => row.textContent!.includes(one))),
          names,
        )
        .then((found) => found.filter((n) => n >= 0));
    /** What is less likely stands in the row's menu. */
    const choose = async (n: number, label: string | RegExp) => {
      const button = rowOf(n).getByRole('button', { name: label });
      if (!(await button.isVisible()))
        await rowOf(n)
          .getByRole('button', { name: /^Altre azioni/ })
          .click();
      await button.click();
    };
    const type = async (n: number) => {
      await name().fill(names[n]!);
      await press(enter);
      await expect(name()).toHaveValue('');
    };
    const comes = (n: number) => desk.come(names[n]!);
    await type(0);
    await comes(1);
    await type(2);
    await context.setOffline(true);
    await type(3);
    await type(4);
    // At the other desk the line holds: who came there later stands behind whom this one has not sent yet.
    await comes(5);
    await expect(page.getByText('Da inviare: 2')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Da inviare/)).toBeHidden();
    await comes(6);
    await type(7);
    await expect.poll(inOrder).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

    const dialog = page.getByRole('dialog');
    const give = async (n: number) => {
      await choose(n, /^(Assegna…|Attende )/);
      // Beside each name stands who is free.
      const sellers = dialog.getByLabel('Venditore');
      const her = await sellers.locator('option', { hasText: 'Giulia Ferrari' }).getAttribute('value');
      await sellers.selectOption(her);
      const assigned = answered(/\/assign$/);
      await press('Assegna', dialog);
      const given: { id: number } = await (await assigned).json();
      await expect(present.locator('li', { hasText: names[n]! })).toBeVisible();
      return given;
    };
    // A seller refuses one and does not begin another: who was given away stands first again and says so, and has waited from the arrival.
    await giulia.because(await give(2), 'giveBack');
    await timeOut(await give(4));
    await choose(7, 'Al banco');
    await dialog.getByLabel('Motivo').selectOption({ label: 'Informazioni' });
    await press('Gestita dal banco', dialog);
    await expect.poll(inOrder).toEqual([2, 4, 0, 1, 3, 5, 6]);
    for (const n of [2, 4]) await expect(rowOf(n)).toContainText('rifiutata 1 volta');
    const left: { id: number; name: string }[] = (await desk.get('/accesses/reception')).waiting;
    for (const one of left) if (names.slice(1).includes(one.name)) await desk.because(one, 'handleAtDesk');
    await press(/^Anonimo$/);
    await expect.poll(inOrder).toEqual([0]);
    await choose(0, 'Al banco');
    await dialog.getByLabel('Motivo').selectOption({ label: 'Informazioni' });
    await press('Gestita dal banco', dialog);
    await expect.poll(inOrder).toEqual([]);
    await giulia.leave();
    await desk.leave();
  });

  test('a tone is heard when somebody comes; the end of the session is said before, and over loses nothing', async () => {
    await page.clock.install();
    await page.addInitScript(() => {
      const tones = Object.assign(globalThis, { tones: [] as number[] }).tones;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        // Before any press the browser plays nothing.
        if (this.context.state === 'running') tones.push(this.frequency.value);
        start.apply(this, when);
      };
    });
    await open('/reception');
    const heard = () => page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones.length);
    const outside = await colleague('reception');
    for (const [wanted, tones] of [
      [false, 0],
      [true, 1],
    ] as const) {
      await page.getByLabel('Suono quando arriva qualcuno').setChecked(wanted);
      const { name: who } = await outside.come(somebody('Campanello'));
      await page.clock.runFor(11_000);
      await expect(page.locator('.reception-list').getByText(who)).toBeVisible();
      expect(await heard()).toBe(tones);
    }
    await outside.leave();
    const who = somebody('Occhiali neri');
    await name().fill(who);
    // The reception is used again and again, so that only the three hours end, of which the login that tests share has fewer left.
    const left = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('volante:session')!) as { ends: number }).ends - Date.now(),
    );
    for (let used = 0; used < 4; used += 1) {
      await page.clock.fastForward(Math.round((left - 4 * 60_000) / 4));
      await page.evaluate(() => dispatchEvent(new Event('volante:answered')));
    }
    const question = page.getByRole('dialog', { name: 'Restare collegati?' });
    await page.clock.runFor(16_000);
    await expect(question).toContainText('La sessione dura tre ore');
    await question.getByRole('button', { name: 'Più tardi' }).click();
    await context.clearCookies();
    await page.clock.runFor(26_000);
    await expect(question).toContainText('La sessione è terminata.');
    await question.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await press(enter);
    await expect(page.locator('.reception-list').getByText(who)).toBeVisible();
  });
});

describe('the board', () => {
  pageAs('admin');

  test('a visitor who comes appears by itself, is taken, closed, opened again from the page, and corrected over a colleague', async () => {
    const reception = await colleague('reception');
    await page.clock.install();
    await open('/dealer/accesses/handling');
    const visit = await reception.come(somebody('Cappotto lungo'));
    await page.clock.runFor(11_000);
    // Of more than twenty, the others are folded: other files of the server leave some.
    await page
      .locator('[data-group] details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)));
    const row = page.locator('.access-rows li', { hasText: visit.name });
    await press('Assegna', row);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Venditore').selectOption({ label: 'Paolo Riva' });
    await press('Assegna', dialog);
    await press('Comincia', row);
    await expect(row.getByRole('button', { name: 'Comincia' })).toBeHidden();
    await press('Non posso', row);
    await dialog.getByLabel('Motivo').selectOption({ label: 'Pausa' });
    await press('Non posso', dialog);
    await expect(page.getByText('La visita torna in attesa.')).toBeVisible();
    await press('Gestita dal banco', row);
    await dialog.getByLabel('Motivo').selectOption({ label: 'Informazioni' });
    await press('Gestita dal banco', dialog);
    await expect(page.locator('[data-group=handled] li', { hasText: visit.name })).toHaveCount(1);

    await open(`/dealer/accesses/handling?access=${visit.id}`);
    const card = page.getByRole('article');
    await expect(card).toContainText('Gestito dal banco');
    await card.getByText('Cronologia').click();
    await expect(card).toContainText('ha gestito la visita al banco');
    await press('Modifica', card);
    await dialog.getByLabel('Nome o descrizione').fill('Cappotto corto');
    const { version } = await (await page.request.get(`/api/accesses/${visit.id}`)).json();
    await reception.rename({ id: visit.id, version }, 'Cappotto grigio');
    await press('Salva', dialog);
    const conflict = page.getByRole('dialog', { name: 'Modificato nel frattempo' });
    await expect(conflict.getByRole('row', { name: /Nome/ })).toContainText(/Cappotto corto.*Cappotto grigio/);
    await press('Salva le scelte', conflict);
    await expect(card.getByRole('heading', { name: /^Cappotto corto/ })).toBeVisible();
    await press('Riprendi', card);
    await dialog.getByLabel('Motivo').selectOption({ label: 'Il cliente è tornato' });
    await dialog.getByLabel('Venditore').selectOption({ label: 'Paolo Riva' });
    await press('Riprendi', dialog);
    await expect(card).toContainText('Assegnato');
    await reception.leave();
  });
});
