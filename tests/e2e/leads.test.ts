import { expect, type Locator } from 'playwright/test';
import { expect as is, test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('seller');

/** Presses and counts: one press, choice or field typed is one interaction (ux.md). */
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

test('an action on a lead is logged in three interactions; the lead moves on with its next action', async () => {
  await open();
  const { count, press, fill } = counting();
  await press(/^Interesse/);
  await fill('Nota', 'Vuole provarla sabato');
  const saved = page.waitForResponse(/\/api\/leads\/\d+\/actions$/);
  await press('Salva');
  is(count.of).toBe(3);
  is((await saved).status()).toBe(200);
  await expect(page.getByText('Azione registrata.')).toBeVisible();
  await expect(page.getByText('Vuole provarla sabato')).toBeVisible();
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
  await expect(page.getByText('Azione registrata.')).toBeVisible();
  await expect(page.getByRole('list').getByRole('link', { name: 'Prova su strada' })).toBeVisible();
});

test('a visit and a quote take along what is known', async () => {
  await open();
  const { count, press } = counting();
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await press('Visita');
  await expect(page.getByLabel('Nome o descrizione')).toHaveValue(name!);
  await page.getByText('È qui adesso').click();
  count.of += 1;
  await press('Registra', page.getByRole('dialog'));
  is(count.of).toBe(3);
  await expect(page.getByText('Visita registrata.')).toBeVisible();
  await expect(page.getByText('È venuto in sede')).toBeVisible();
  await page.getByRole('link', { name: 'Fai preventivo' }).click();
  await expect(page.getByText('Il preventivo sarà per')).toContainText(name!);
});
