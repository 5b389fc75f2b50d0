import { expect } from 'playwright/test';
import { test } from 'vitest';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { read } from './quote-page.ts';
import { digits } from './sale-page.ts';

pageAs('admin');

test('a new car is ordered, travels, arrives, is held and quoted; what is missing is said', async () => {
  // Tried again, it is another car.
  const [order, chassis] = [`E2E-${digits(6)}`, `ZZ9E2E${digits(11)}`];
  await page.goto('/dealer/stock/new?new');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Versione' }).pressSequentially('rea hev');
  await page.getByRole('listbox', { name: 'Versione' }).getByRole('option').first().click();
  await dialog.getByRole('checkbox', { name: /Rosso/ }).first().check();
  await dialog.getByRole('textbox', { name: 'Numero d’ordine' }).fill(order);
  await dialog.getByRole('button', { name: 'Inserisci' }).click();
  await page.waitForURL(/stock\/new\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Registra la partenza');
  await expect(page.getByText('L’auto è in viaggio.')).toBeVisible();
  await press('Registra l’arrivo');
  // Said in a notice, listed in the head, and where it is mended.
  await expect(page.getByText('Inserire prima il telaio.').last()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Telaio' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Telaio' }).fill(chassis);
  await press('Registra l’arrivo');
  await expect(page.getByRole('heading', { name: 'In stock da oggi' })).toBeVisible();
  await page.getByRole('link', { name: 'Fai preventivo' }).click();
  await expect(page.getByText('colore e optional sono i suoi')).toBeVisible();
  await expect(page.getByText(chassis)).toBeVisible();
  const car = await read<NewCar>(context, `/stock/new/${id}`);
  expect(car).toMatchObject({ state: 'in_stock', orderNumber: order });
  expect(car.options.join()).toMatch(/Rosso/);
});
