import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';
import { EXAMPLE, openAlive, section } from './quote-page.ts';

pageAs('seller');
beforeEach(async () => {
  await openAlive(page, EXAMPLE);
});

describe('the builder without a mouse', () => {
  test.each(['Nuovo cliente', 'Anteprima'])('«%s» closes with Esc and gives the focus back', async (name) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test('what is added takes the focus, what is taken away leaves it in its section', async () => {
    await page.getByRole('button', { name: 'Aggiungi permuta' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Targa' })).toBeFocused();
    await page.getByRole('button', { name: 'Togli usato' }).press('Enter');
    await expect(section(page, 'Usato')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Aggiungi permuta' })).toBeFocused();
  });
});

test('the builder prints no empty page: nothing follows its total', async () => {
  await page.emulateMedia({ media: 'print' });
  const total = page.getByRole('complementary', { name: 'Totale del preventivo' });
  const below = await total.evaluate(
    (element) => document.documentElement.scrollHeight - element.getBoundingClientRect().bottom - scrollY,
  );
  expect(below).toBeLessThan(20);
});
