import { randomInt } from 'node:crypto';
import type { Locator } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { StatementRow } from '#domain/commissions/schema.ts';
import { addMonths, dayInRome } from '#domain/dates.ts';
import { automaticFields } from '#domain/reports/automatic/fields.ts';
import type { AutomaticReport, Mailing } from '#domain/reports/automatic/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { serverUrl } from '#tests/support/server.ts';
import { openAlive, read } from './quote-page.ts';
import { at, letters, post } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

test('the month’s end: the accountant has the receipts as a spreadsheet in one interaction, a seller disputes a line in three, the director answers, confirms and pays in eight, the administrator sends the report in two', async () => {
  const count = { n: 0 };
  const accountant = await at(browser, 'accounting', count);
  await accountant.page.goto('/dealer/reports/payments?period=last_month');
  const spreadsheet = accountant.page.waitForEvent('download');
  await accountant.press(accountant.page.getByRole('link', { name: /XLSX/ }).first());
  expect((await spreadsheet).suggestedFilename()).toMatch(/\.xlsx$/);
  expect(count.n).toBe(1);
  await accountant.context.close();

  // A seller disputes a line of theirs, which stops the statement at once.
  count.n = 0;
  const seller = await at(browser, 'seller', count);
  const month = `${dayInRome(new Date()).slice(0, 7)}-01`;
  // The oldest draft of a month that is over: earlier ones go first.
  const drafts = '/commissions/statements?state=draft&sort=month&dir=asc&limit=50';
  const { rows } = await read<{ rows: StatementRow[] }>(seller.context, `${drafts}&to=${addMonths(month, -1)}`);
  const { id, user, due, month: of } = rows.find((row) => row.due > 0)!;
  await openAlive(seller.page, `/dealer/stats/commissions/${id}`);
  await seller.press(seller.page.getByRole('button', { name: 'Contesta', exact: true }).first());
  const comment = seller.page.getByLabel('Nuovo commento');
  await seller.type(comment, `${await comment.inputValue()}la mia quota è 70 %`);
  await seller.press('Commenta');
  await expect(seller.page.getByText('aspetta una risposta')).toBeVisible();
  expect(count.n).toBe(3);
  await seller.context.close();

  // Who sees the commissions of all keeps them: of the company's roles the director, and not the accountant.
  count.n = 0;
  const { context, page, press, type } = await at(browser, 'director', count);
  await page.goto(`/dealer/stats/commissions?month=${of.slice(0, 7)}`);
  await press(page.getByRole('link', { name: user }));
  await page.locator('.statement-page:not(astro-island[ssr] *)').waitFor();
  await press('Conferma');
  await page.getByText('prima va data una risposta').first().waitFor();
  // What they ask for stands at the line, and is proposed as it would be split; here nobody else shares it.
  await page.getByRole('button', { name: 'Porta al 70 %' }).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByLabel('Quota %')).toHaveValue(/^70/);
  await expect(dialog.getByLabel(/^Motivo/)).toHaveValue(`Contestazione di ${user}`);
  await page.keyboard.press('Escape');
  // Beside the line stands why, and what another percentage would have paid last quarter.
  await page.locator('.commission-lines').getByTitle('Perché questo importo').first().click();
  const simulate = page.locator('.simulate:not(astro-island[ssr] *)');
  await simulate.getByLabel(/percentuale di prova$/).fill('9 %');
  await simulate.getByRole('button', { name: 'Prova' }).click();
  await expect(simulate).toContainText('nulla è scritto');
  await page.locator('.statement-page:not(astro-island[ssr] *)').waitFor();
  await press('Rispondi');
  await type(page.getByLabel('Nuovo commento'), 'La trattativa è tutta tua: resta 100 %.');
  await press('Commenta');
  await expect(page.getByText('aspetta una risposta')).toBeHidden();
  await press('Conferma');
  await page.getByText('Rendiconto confermato').first().waitFor();
  await press('Segna pagato');
  await press(page.locator('dialog[open]').getByRole('button', { name: 'Segna pagato' }));
  await page.getByText('Rendiconto pagato.').first().waitFor();
  expect(count.n).toBe(8);
  const paid = await read<StatementRow>(context, `/commissions/statements/${id}`);
  expect(paid).toMatchObject({ state: 'paid', due, paidOn: dayInRome(new Date()) });
  await context.close();

  count.n = 0;
  const admin = await at(browser, 'admin', count);
  const people = await read<{ id: number; name: string }[]>(admin.context, '/automatic-reports/people');
  const name = `Fine mese ${letters(8)}`;
  const userIds = [people.find((person) => person.name === 'Elena Conti')!.id];
  const made = await post<AutomaticReport>(admin.context, '/automatic-reports', { ...blankOf(automaticFields), name, userIds }); // prettier-ignore
  await openAlive(admin.page, `/dealer/preferences/automatic-report?q=${name}`);
  await admin.press(admin.page.getByRole('row', { name }).getByRole('button', { name: /^Azioni su/ }));
  await admin.press(admin.page.getByRole('menuitem', { name: 'Invia ora a tutti' }));
  await expect
    .poll(() => read<Mailing[]>(admin.context, `/automatic-reports/${made.id}/mailings`), { timeout: 10_000 })
    .toMatchObject([{ mails: [{ to: 'Elena Conti', state: 'sent' }] }]);
  expect(count.n).toBe(2);
  // Beside the list its panel says which days and rows it has today, and what is typed when it leaves next.
  await openAlive(admin.page, `/dealer/preferences/automatic-report?id=${made.id}`);
  const panel = admin.page.locator('dialog[open]');
  const day = String.raw`\d\d/\d\d`;
  await expect(panel.locator('[data-field=period]')).toContainText(
    new RegExp(`Oggi: ${day}/\\d{4}–.*, (una riga|[\\d.]+ righe)$`),
  );
  await expect(panel.locator('.report-next')).toContainText(new RegExp(`poi ${day}, ${day}, ${day}`));
  // The same mailing stands among those of all reports.
  await admin.page.getByRole('link', { name: /^Invii di 30 giorni/ }).click();
  await expect(admin.page.getByRole('row', { name })).toContainText('arrivato a 1 di 1');
  await admin.context.close();
});

test('targets whose parts miss what the maker has set are mended by one press, which another one takes back, and are put in force', async () => {
  const count = { n: 0 };
  const { context, page, press } = await at(browser, 'admin', count);
  const year = 2030 + 2 * randomInt(30);
  type Targets = { places: { id: number; name: string; rows: { sellerId: number | null; name: string | null }[] }[] };
  const { places } = await read<Targets>(context, `/stats/targets?year=${year}&objective=new_pieces`);
  const place = places.find(({ rows }) => rows.filter(({ sellerId }) => sellerId !== null).length > 1)!;
  const [most, other] = place.rows;
  const { id, version } = await post<{ id: number; version: number }>(context, '/stats/targets', { year });
  const cell = (sellerId: number | null, amount: number, isWhole = false) => ({ locationId: place.id, sellerId, month: 3, amount, origin: 'typed', isWhole }); // prettier-ignore
  const answer = await context.request.put(`/api/stats/targets/${id}`, {
    headers: { origin: serverUrl(), 'if-match': `"v${version}"` },
    data: {
      objective: 'new_pieces',
      cells: [cell(most!.sellerId, 11), cell(other!.sellerId, 9), cell(null, 18, true)],
    },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`/dealer/stats/objectives?year=${year}&draft=true`);
  const wrong = page.getByText(`${place.name}, marzo: le parti fanno 20, il totale fissato dalla Casa è 18`);
  const box = page.getByLabel(`${most!.name}, Mar`, { exact: true }).and(page.locator(`[data-place="${place.id}"]`));
  await expect(wrong).toBeVisible();
  await press(`Togli 2 a ${most!.name}`);
  await expect(wrong).toBeHidden();
  await expect(box).toHaveValue('9');
  const done = page.getByText(`${place.name}, marzo: parti e totale fanno 18`);
  await press(page.locator('.toast', { has: done }).getByRole('button', { name: 'Annulla' }));
  await expect(wrong).toBeVisible();
  await expect(box).toHaveValue('11');
  await press('Porta il totale a 20');
  await expect(wrong).toBeHidden();
  await expect(page.getByText(`${place.name}, marzo: parti e totale fanno 20`).first()).toBeVisible();
  await press(`Metti in vigore dal 01/01/${year}`);
  await expect(page.getByText('In vigore', { exact: true }).first()).toBeVisible();
  expect(count.n).toBe(4);
  // The next year is copied: a percentage and the total that it comes to say the same, whichever is typed.
  await post(context, '/stats/targets', { year: year + 1 });
  await page.goto(`/dealer/stats/objectives?year=${year + 1}&draft=true`);
  const [percent, sum] = [page.getByLabel('Variazione, %'), page.getByLabel('oppure il totale')];
  await page.getByLabel('Obiettivo', { exact: true }).check();
  await percent.fill('10');
  await expect(sum).toHaveValue('22');
  await sum.fill('25');
  await expect(percent).toHaveValue('25,00');
  await page.getByRole('button', { name: 'Riscrivi le celle' }).click();
  await expect(page.locator('[data-fact=to]')).toHaveText('25');
  await context.close();
});

test('the director’s Monday questions: each answered from the dashboard in three interactions at most, by as many rows as its number says', async () => {
  const count = { n: 0 };
  const { context, page, press } = await at(browser, 'director', count);
  const link = (name: RegExp) => () => page.getByRole('main').getByRole('link', { name }).first();
  const questions: Readonly<Record<string, readonly (() => Locator)[]>> = {
    'Which seller is behind?': [link(/\d+ di \d+ · attesi/)],
    'What does the month still need?': [link(/^Nuove, pezzi/)],
    'Which cars stand longest?': [link(/^Ferme da oltre/)],
    'Which leads had no answer in time?': [link(/^Lead in ritardo/)],
    'Which leads has nobody?': [link(/^Lead di nessuno/)],
    'Which offers lose money?': [link(/^B2B in perdita/)],
    'What is late in payment, and whose?': [
      () =>
        page
          .getByRole('button', { name: 'Menu' })
          .or(page.getByRole('link', { name: 'Menu' }))
          .first(),
      () => page.getByRole('dialog').getByRole('link', { name: /^Report/ }),
      () =>
        page
          .getByRole('row', { name: /^Flusso dei pagamenti/ })
          .getByRole('link')
          .last(),
    ],
    'How much discount did a seller give, and on what?': [
      () => page.getByText('Sconto medio', { exact: true }).first(),
      link(/\d % · \d+ contratt[oi]/),
    ],
  };
  for (const [question, steps] of Object.entries(questions)) {
    count.n = 0;
    await page.goto('/dealer');
    let said = '';
    for (const step of steps) {
      // A tile says its number on a line of its own, a bar before what it is of.
      said = (await step().innerText()).split('\n').find((line) => /^\d/.test(line.trim())) ?? '';
      const leads = (await step().getAttribute('href')) !== null;
      const from = page.url();
      await press(step());
      if (leads) await expect.poll(() => page.url()).not.toBe(from);
    }
    expect([question, count.n <= 3, count.n]).toEqual([question, true, steps.length]);
    const counted = /(\d+) contratt[oi]/.exec(said)?.[1];
    const number = counted ?? /^[\d.]+(,\d+)?(\s€)?/.exec(said.trim())![0].replace(/\s/, ' ');
    if (number.endsWith(' €')) await expect(page.getByRole('main')).toContainText(number.replace(' ', '\u00a0'));
    else await expect(page.getByRole('status').first()).toHaveText(number);
  }
  // What is chosen on a page of figures is shown at once, and the keyboard goes on from there.
  await page.goto('/dealer/stats/seller_stats');
  const against = page.getByRole('combobox', { name: 'Confronto' });
  await against.selectOption('year');
  await page.waitForURL(/against=year/);
  await expect(against).toBeFocused();
  await page.goBack();
  await expect(against).toHaveValue('month');
  await context.close();
});
