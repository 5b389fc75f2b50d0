import type { BrowserContextOptions, Locator } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { calendarFields } from '#domain/calendars/fields.ts';
import type { NewEvent } from '#domain/calendars/schema.ts';
import { addDays, dayInRome, week, weekdayOf } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { day as italian } from '#domain/italian.ts';
import { minuteOf } from '#site/areas/calendars/view.ts';
import { eventOf } from '#tests/support/areas/calendars.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { at, post } from './sale-page.ts';

pageAs('seller');

/** Monday in three weeks, of which the demo world has nothing. */
const today = dayInRome(new Date());
const monday = addDays(today, 21 - week.indexOf(weekdayOf(today)));

test('an appointment is made by dragging, moved by dragging and by keys, and each is taken back', async ({ task }) => {
  // A second try takes another day, on which the first left nothing.
  const tries = task.result?.retryCount ?? 0;
  const [day, title] = [addDays(monday, 4 * tries), `Prova del calendario ${tries}`];
  await page.goto(`/dealer/calendars?view=week&day=${day}`);
  await page.waitForLoadState('networkidle');
  const column = page.locator(`.cal-column[data-day="${day}"]`);
  const box = (await column.boundingBox())!;
  const hour = 48;
  await page.mouse.move(box.x + 40, box.y + hour + 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + hour + 20);
  await page.mouse.move(box.x + 40, box.y + 2 * hour);
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Nuovo appuntamento' });
  await dialog.getByLabel('Titolo').fill(title);
  await dialog.getByRole('button', { name: 'Prenota' }).click();
  const event = page.locator('[data-event]', { hasText: title });
  await expect(event).toHaveAttribute('aria-label', new RegExp(`^10:00 ${title}, fino alle 11:00, Appuntamento`));
  await expect(dialog).toBeHidden();

  const from = (await event.boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 30);
  await page.mouse.move(from.x + 20, from.y + 10 + hour / 2);
  await page.mouse.up();
  await expect(event).toHaveAttribute('aria-label', /^10:30 .*fino alle 11:30/);
  const said = page.locator('.toast', { hasText: 'Spostato' });
  await said.getByRole('button', { name: 'Annulla' }).click();
  await expect(event).toHaveAttribute('aria-label', /^10:00 .*fino alle 11:00/);

  await event.focus();
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(event).toHaveAttribute('aria-label', /^10:30 .*fino alle 11:45/);

  await event.click();
  const open = page.getByRole('dialog', { name: title });
  await open.getByRole('button', { name: 'Altro…' }).click();
  await open.getByRole('menuitem', { name: 'Annulla l’appuntamento' }).click();
  const ending = page.getByRole('dialog', { name: 'Annulla l’appuntamento' });
  await ending.getByLabel('Motivo').selectOption({ label: 'Inserito per errore' });
  await ending.getByRole('button', { name: 'Annulla l’appuntamento' }).click();
  await expect(event).toHaveAttribute('aria-label', /Annullato$/);
  // Its dialog is closed; what was done is said, with what takes it back.
  await expect(open).toBeHidden();
  const ended = page.locator('.toast', { hasText: 'Appuntamento annullato.' });
  await ended.getByRole('button', { name: 'Annulla' }).click();
  await expect(event).not.toHaveAttribute('aria-label', /Annullato$/);
});

test('the events of a week are in the page before any script, and on a telephone as a list', async () => {
  const answer = await page.request.get('/dealer/calendars?view=week');
  expect(await answer.text()).toMatch(/<button[^>]*data-event="\d+"/);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/dealer/calendars?day=${monday}`);
  await expect(page.getByRole('button', { name: /^libero/ }).first()).toBeVisible();
  await expect(page.locator('.cal-wide')).toBeHidden();
  // How the days are shown is folded with what is done less often.
  const month = page.getByRole('link', { name: 'Mese' });
  await expect(month).toBeHidden();
  await page.getByText('Altro', { exact: true }).click();
  await month.click();
  await page.waitForURL(/view=month/);
});

/** Who manages calendars, in a browser of their own, with the calendars of new cars by name and their own one. */
async function withManager(...cars: string[]) {
  const { context: own, page: there } = await at(browser, 'admin');
  const ids: number[] = [];
  for (const name of cars)
    ids.push((await post<{ id: number }>(own, '/calendars', { ...blankOf(calendarFields), kind: 'car', name })).id);
  const open = await own.request.get(`/api/calendars/open?from=${today}&to=${today}`);
  const all: { id: number; name: string }[] = await open.json();
  const mine = all.find(({ name }) => name === 'Paolo Riva')!.id;
  const make = (changes: Partial<NewEvent>) => post<{ id: number }>(own, '/calendars/events', eventOf(changes));
  return { own, there, ids, mine, make };
}

test('the form says before saving what is free and who is in the way; another car is one press, and so is another time in place of a missed one', async ({
  task,
}) => {
  const tries = task.result?.retryCount ?? 0;
  const [day, title] = [addDays(monday, 2), `Prova di Brio ${tries}`];
  const names = [`Brio rossa ${tries}`, `Brio verde ${tries}`] as const;
  const { own, there: figures, ids, mine, make } = await withManager(...names);
  await make({ kind: 'test_drive', title: 'Di altri', day, time: `1${tries}:00`, calendarIds: [ids[0]!, mine] });
  await page.goto(`/dealer/calendars?view=week&day=${day}`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Nuovo appuntamento' });
  await dialog.getByLabel('Che cosa').selectOption({ label: 'Prova su strada' });
  await dialog.getByLabel('Titolo').fill(title);
  await dialog.getByRole('textbox', { name: 'Dalle' }).fill(`1${tries}:00`);
  await dialog.getByRole('combobox', { name: 'Calendari' }).fill(names[0]);
  await page.getByRole('option', { name: names[0] }).click();
  const chosen = (name: string) => dialog.locator('.cal-fit li', { hasText: name });
  await expect(chosen(names[0])).toContainText(`occupata1${tries}:00–1${tries + 1}:00 Di altri, con Paolo Riva`);
  await expect(chosen('Giulia Ferrari')).toContainText('disponibile');
  // The grid beside the form shows what was asked for, and the free times in order.
  await expect(page.locator('.cal-hint.refused')).toBeVisible();
  await expect(page.locator(`.cal-column[data-day="${day}"] .cal-hint`, { hasText: /^1 / })).toBeVisible();
  await dialog.getByRole('button', { name: `Altra auto libera alle 1${tries}:00: ${names[1]}` }).click();
  await expect(chosen(names[1])).toContainText('libera');
  await expect(page.locator('.cal-hint.wanted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Prenota' }).click();
  const event = page.locator('[data-event]', { hasText: title });
  await event.click();
  const open = page.getByRole('dialog', { name: title });
  await open.getByRole('button', { name: 'Altro…' }).click();
  await open.getByRole('menuitem', { name: 'Cliente non presentato' }).click();
  const ending = page.getByRole('dialog', { name: 'Cliente non presentato' });
  await ending.getByLabel('Motivo').selectOption({ label: 'Non ha avvisato' });
  await ending.getByRole('button', { name: 'Cliente non presentato' }).click();

  // Not wanted, and wanted after all: with the same car and title, at the first free time.
  await open.getByRole('button', { name: 'Non serve più' }).click();
  await expect(open.locator('.cal-badges')).toContainText('Non serve più');
  await open.getByRole('button', { name: 'Prendi un altro appuntamento' }).click();
  await expect(dialog).toContainText(/Al posto di quello mancato il \d/);
  await expect(dialog.getByLabel('Titolo')).toHaveValue(title);
  await expect(chosen(names[1])).toContainText('libera');
  await expect(chosen('Giulia Ferrari')).toContainText('disponibile');
  await dialog.getByRole('textbox', { name: 'Giorno' }).fill(italian(addDays(day, 1)));
  await dialog.getByRole('button', { name: 'Prenota' }).click();
  await expect(event).toHaveCount(2);

  // The figures of what was missed lead to their rows.
  await figures.goto(`/dealer/calendars/overView?from=${day}&to=${day}`);
  const row = figures.getByRole('row', { name: names[1] });
  const links = row.getByRole('link');
  await expect(links).toHaveText(['1', '1', '0']);
  await links.nth(1).click();
  await expect(figures.locator('#righe')).toContainText(`${names[1]} · Cliente non presentato`);
  await expect(figures.locator('.card', { hasText: title })).toContainText('Cliente non presentato');
  await own.close();
});

/** A device with a finger, of the same person. */
async function withFinger(device: BrowserContextOptions) {
  const storageState = await context.storageState();
  const own = await browser.newContext({ baseURL: serverUrl(), hasTouch: true, storageState, ...device });
  const there = await own.newPage();
  const wire = await own.newCDPSession(there);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: { x: number; y: number }[]) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  /** Stays on an event, so many pixels from its upper or (negative) lower end, until it is taken up, and goes on downwards. */
  const carry = async (event: Locator, at: number, by: number) => {
    const point = { x: 0, y: 0 };
    await expect(async () => {
      // What is said stays for ten seconds, perhaps above the event: the finger would press it instead.
      const said = there.locator('#toasts, #toasts > div, .toast');
      await said.evaluateAll((all: HTMLElement[]) => all.forEach(({ style }) => (style.pointerEvents = 'none')));
      const { x, y, height } = (await event.boundingBox())!;
      Object.assign(point, { x: x + 30, y: at < 0 ? y + height + at : y + at });
      await touch('touchStart', [point]);
      const isTaken = there.locator('.cal-ghost').waitFor({ timeout: 4000 });
      await isTaken.catch(async (error: unknown) => {
        await touch('touchCancel', []);
        throw error;
      });
    }).toPass({ timeout: 15_000 });
    for (const part of [0.5, 1]) await touch('touchMove', [{ ...point, y: point.y + by * part }]);
    await touch('touchEnd', []);
  };
  return { own, there, carry };
}

test('on a tablet a finger makes an appointment, moves it and makes it longer', async ({ task }) => {
  const tries = task.result?.retryCount ?? 0;
  const [day, title] = [addDays(monday, 1 + tries), `Prova del dito ${tries}`];
  const { own, there, carry } = await withFinger({ viewport: { width: 1024, height: 768 } });
  await there.goto(`/dealer/calendars?view=week&day=${day}`);
  await there.waitForLoadState('networkidle');
  const box = (await there.locator(`.cal-column[data-day="${day}"]`).boundingBox())!;
  await there.touchscreen.tap(box.x + 40, box.y + 48 + 6);
  const dialog = there.getByRole('dialog', { name: 'Nuovo appuntamento' });
  await dialog.getByLabel('Titolo').fill(title);
  await dialog.getByRole('button', { name: 'Prenota' }).tap();
  const event = there.locator('[data-event]', { hasText: title });
  await expect(event).toHaveAttribute('aria-label', /^10:00 .*fino alle 11:00/);
  await expect(dialog).toBeHidden();
  await carry(event, 12, 48);
  await expect(event).toHaveAttribute('aria-label', /^11:00 .*fino alle 12:00/);
  await carry(event, -4, 24);
  await expect(event).toHaveAttribute('aria-label', /^11:00 .*fino alle 12:30/);
  await expect(there.getByRole('dialog')).toBeHidden();
  await own.close();
});

test('on a telephone a running appointment has its outcome and half an hour more at a press, which is taken back', async ({
  task,
}) => {
  const tries = task.result?.retryCount ?? 0;
  const { own, there, ids, make } = await withManager(`Officina ${tries}`);
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
  // Late in the evening it began earlier: the hour behind it still begins today.
  const began = Math.min(22 * 60, Math.max(0, minuteOf(new Date().toISOString(), today) - 20));
  const running = { kind: 'internal', title: 'In corso ora', day: today, calendarIds: ids } as const;
  const { id } = await make({ ...running, time: clock(began) });
  const headers = { origin: serverUrl(), 'if-match': '"v1"' };
  await expect(await own.request.post(`/api/calendars/events/${id}/start`, { headers, data: {} })).toBeOK();
  await there.setViewportSize({ width: 360, height: 740 });
  await there.goto(`/dealer/calendars/${ids[0]}?view=day`);
  await there.waitForLoadState('networkidle');
  const entry = there.locator('.cal-entry', { hasText: running.title });
  await expect(entry.locator('time')).toContainText('1 h');
  await entry.getByRole('button', { name: 'Allunga 30 min' }).click();
  await expect(entry.locator('time')).toContainText('1 h 30');
  const said = there.locator('.toast', { hasText: 'Dura fino alle' });
  await said.getByRole('button', { name: 'Annulla' }).click();
  await expect(entry.locator('time')).not.toContainText('1 h 30');
  // The same press of the event's own dialog; somebody else has taken the next hour meanwhile.
  await make({ ...running, title: 'Il prossimo', time: clock(began + 60) });
  await entry.getByRole('button', { name: 'Scrivi esito' }).click();
  const open = there.getByRole('dialog', { name: running.title });
  await expect(open.getByRole('button', { name: 'Completa' })).toBeVisible();
  await open.getByRole('button', { name: 'Allunga 30 min' }).click();
  await expect(there.locator('.toast.bad')).toContainText('occupato');
  await expect(entry.locator('time')).not.toContainText('1 h 30');
  await own.close();
});

test('on a telephone a tap on free time makes one, and the first free time is found', async ({ task }) => {
  const tries = task.result?.retryCount ?? 0;
  const [day, title] = [addDays(monday, 1 + tries), `Dal telefono ${tries}`];
  const { own, there } = await withFinger({ viewport: { width: 360, height: 740 }, isMobile: true });
  await there.goto(`/dealer/calendars?view=day&day=${day}`);
  await there.waitForLoadState('networkidle');
  const shown = there.locator('.cal-strip [aria-current]');
  const dots = await shown.locator('.cal-dots i').count();
  await there
    .getByRole('button', { name: /^libero/ })
    .last()
    .tap();
  const dialog = there.getByRole('dialog', { name: 'Nuovo appuntamento' });
  const begins = await dialog.getByRole('textbox', { name: 'Dalle' }).inputValue();
  await dialog.getByLabel('Titolo').fill(title);
  await dialog.getByRole('button', { name: 'Prenota' }).tap();
  const entry = there.locator('.cal-entry', { hasText: title });
  await expect(entry).toContainText(`${begins}1 h`);
  await entry.getByRole('button').tap();
  await there.getByRole('dialog', { name: title }).getByRole('button', { name: 'Sposta…' }).tap();
  const moving = there.getByRole('dialog', { name: 'Sposta l’appuntamento' });
  await moving.getByLabel('Durata').fill('90');
  await moving.getByRole('button', { name: 'Sposta', exact: true }).tap();
  await expect(entry).toContainText(`${begins}1 h 30`);
  await there.locator('.toast', { hasText: 'Dura fino alle' }).getByRole('button', { name: 'Annulla' }).tap();
  await expect(entry).not.toContainText('1 h 30');

  // The strip has a dot for each appointment of a day; T is today.
  await expect(shown.locator('.cal-dots i')).toHaveCount(dots + 1);
  await expect(there.locator('.cal-strip a').last().locator('.cal-dots i')).toHaveCount(0);
  await there.keyboard.press('t');
  await expect(shown).toHaveAttribute('href', new RegExp(today));
  await there.goBack();
  await there.waitForLoadState('networkidle');

  await there.getByRole('button', { name: 'Primo libero' }).tap();
  const finder = there.getByRole('dialog', { name: 'Primo libero' });
  await finder.getByRole('textbox', { name: 'Dalle' }).fill(begins);
  await finder.getByRole('button', { name: 'Prenota il primo' }).tap();
  // What was taken just now is not free.
  await expect(dialog.getByRole('textbox', { name: 'Dalle' })).not.toHaveValue(begins);
  await dialog.getByLabel('Titolo').fill('Nel primo libero');
  await there.keyboard.press('Escape');
  await there.getByRole('button', { name: 'Continua a modificare' }).tap();
  await expect(dialog.getByLabel('Titolo')).toHaveValue('Nel primo libero');
  await own.close();
});
