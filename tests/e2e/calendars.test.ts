import { expect } from 'playwright/test';
import { test } from 'vitest';
import { addDays, dayInRome, week, weekdayOf } from '#domain/dates.ts';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('seller');

/** Monday in three weeks, of which the demo world has nothing. */
const today = dayInRome(new Date());
const monday = addDays(today, 21 - week.indexOf(weekdayOf(today)));

test('an appointment is made by dragging, moved by dragging and by keys, and each is taken back', async () => {
  await page.goto(`/dealer/calendars?view=week&day=${monday}`);
  await page.waitForLoadState('networkidle');
  const column = page.locator(`.cal-column[data-day="${monday}"]`);
  const box = (await column.boundingBox())!;
  const hour = 48;
  await page.mouse.move(box.x + 40, box.y + hour + 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + hour + 20);
  await page.mouse.move(box.x + 40, box.y + 2 * hour);
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Nuovo appuntamento' });
  await dialog.getByLabel('Titolo').fill('Prova del calendario');
  await dialog.getByRole('button', { name: 'Prenota' }).click();
  const event = page.locator('[data-event]', { hasText: 'Prova del calendario' });
  await expect(event).toHaveAttribute('aria-label', /^10:00 Prova del calendario, fino alle 11:00, Appuntamento/);
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
  const open = page.getByRole('dialog', { name: /Prova del calendario/ });
  await open.getByRole('button', { name: 'Altro…' }).click();
  await open.getByRole('menuitem', { name: 'Annulla l’appuntamento' }).click();
  const ending = page.getByRole('dialog', { name: 'Annulla l’appuntamento' });
  await ending.getByLabel('Motivo').selectOption({ label: 'Inserito per errore' });
  await ending.getByRole('button', { name: 'Annulla l’appuntamento' }).click();
  await expect(event).toHaveAttribute('aria-label', /Annullato$/);
});

test('the events of a week are in the page before any script, and on a telephone as a list', async () => {
  const answer = await page.request.get('/dealer/calendars?view=week');
  expect(await answer.text()).toMatch(/<button[^>]*data-event="\d+"/);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/dealer/calendars?day=${monday}`);
  await expect(page.getByRole('button', { name: /^libero/ }).first()).toBeVisible();
  await expect(page.locator('.cal-wide')).toBeHidden();
});
