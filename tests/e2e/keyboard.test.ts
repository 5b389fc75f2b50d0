import { expect } from 'playwright/test';
import { beforeEach, test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';
import { EXAMPLE, openAlive, section, totalOf } from './quote-page.ts';

pageAs('seller');
beforeEach(async () => {
  await openAlive(page, EXAMPLE);
});

test('a dialog closes with Esc and gives the focus back; what is added takes it, what is taken away leaves it at the button that adds one', async () => {
  for (const name of ['Nuovo cliente', 'Anteprima']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await page.getByRole('button', { name: 'Aggiungi permuta' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Targa' })).toBeFocused();
  await page.getByRole('button', { name: 'Usato 1: togliere' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Aggiungi permuta' })).toBeFocused();
});

test('past the cap, what asks for consent has the focus, not the next best box', async () => {
  await page.getByRole('combobox', { name: 'Cerca un cliente' }).pressSequentially('rossi');
  await page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first().click();
  await page.getByRole('button', { name: 'Sconto in percentuale' }).click();
  await page.keyboard.type('12');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Chiedi l’autorizzazione' })).toBeFocused();
});

test('the builder prints no empty page: nothing follows its total', async () => {
  await page.emulateMedia({ media: 'print' });
  const total = page.getByRole('complementary', { name: 'Totale del preventivo' });
  const below = await total.evaluate(
    (element) => document.documentElement.scrollHeight - element.getBoundingClientRect().bottom - scrollY,
  );
  expect(below).toBeLessThan(20);
});

/** Walks with Tab until what has the focus is named so; the name as a person reads it at the control. */
async function reach(name: RegExp): Promise<void> {
  const named = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const label = [...(element?.labels ?? [])].map(({ textContent }) => textContent).join(' ');
      return element?.getAttribute('aria-label') ?? (label || element?.textContent || '');
    });
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    if (name.test((await named()).trim())) return;
  }
  throw new Error(`${name} is not reached`);
}

test('a quote from the first option to its number, by keyboard alone', async () => {
  const { keyboard } = page;
  await reach(/^Bianco Neve/);
  await keyboard.press('ArrowRight');
  await expect(section(page, 'Versione').getByRole('radio', { name: /^Rosso Corallo/ })).toBeFocused();
  // All colours are one stop.
  await reach(/^Cerca tra optional/);
  await keyboard.type('L130');
  await reach(/L130/);
  await keyboard.press('Space');
  await reach(/^Cerca un cliente/);
  await keyboard.type('rossi');
  await expect(page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first()).toBeVisible();
  await keyboard.press('Enter');
  await reach(/Aggiungi permuta/);
  await keyboard.press('Enter');
  await keyboard.type('GH001AA');
  await keyboard.press('Tab');
  await keyboard.type('Fiat Panda 1.2');
  await reach(/^Valutazione/);
  await keyboard.type('6500');
  await reach(/^Quotazione$/);
  await keyboard.type('6500');
  await reach(/^Campagna Lumera Rea/);
  await keyboard.press('Space');
  await reach(/Sconto in percentuale/);
  await keyboard.press('Enter');
  await keyboard.type('2');
  await reach(/^Anticipo/);
  await keyboard.type('20%');
  await reach(/^Adria Classico/);
  await keyboard.press('Space');
  await expect.poll(() => totalOf(page, 'Saldo alla consegna')).toBe('0,00 €');
  await reach(/^Note per il cliente/);
  await keyboard.type('Consegna a maggio');
  await keyboard.press('Control+Enter');
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
});
