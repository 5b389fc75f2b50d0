import { expect } from 'playwright/test';
import { test } from 'vitest';
import { context, page, pageAs } from '#tests/support/page.ts';
import { aBuyer, made } from './sale-page.ts';

pageAs('admin');
const column = (name: string) => page.locator('.board-column', { has: page.getByText(name, { exact: true }) });
const open = async () => {
  await page.goto('/dealer/contracts?mode=board');
  // Each column has read its own rows when all those that are completed are counted.
  await expect.poll(() => column('Completato').getAttribute('aria-label')).toMatch(/^Completato: \d{2,}$/);
};

test('contracts stand in a column for each state; arrows go from card to card', async () => {
  await open();
  const columns = page.locator('.board-column');
  expect(await columns.locator('h2 .badge').allTextContents()).toEqual([
    ...['Incompleto', 'In attesa di validazione commerciale', 'In attesa di validazione', 'Approvato', 'Fatturato'],
    'Completato',
  ]);
  await column('Incompleto').locator('.board-card a').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(columns.nth(1).locator('.board-card a').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(columns.nth(1).locator('.board-card a').nth(1)).toBeFocused();
});

test('a card that may not move yet stays, and says how much is missing', async () => {
  await open();
  const card = column('In attesa di validazione').locator('.board-card').first();
  const name = await card.locator('a').textContent();
  await card.dragTo(column('Approvato'));
  await page.locator('#toasts').getByText('aprire per vederle').waitFor();
  await expect(column('In attesa di validazione').locator('.board-card a').first()).toHaveText(name!);
});

test('the menu of a card has its moves; what a move asks for is asked on the page of the contract', async () => {
  await open();
  await column('Incompleto').locator('.board-card button').first().click();
  await page.getByRole('menuitem', { name: 'Annulla il contratto…' }).click();
  await page.waitForURL(/\/dealer\/contracts\/\d+/);
  await page.getByRole('dialog', { name: 'Annulla il contratto' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a contract that lacks nothing moves on by the keyboard, and the focus is on its card in the next column', async () => {
  const { id } = await made(context, aBuyer('Nives', 'Carrara'), { tradeIns: [], financing: null });
  await open();
  const card = page.locator(`[data-card="${id}"]`);
  const columnOf = () => card.locator('xpath=ancestor::section').getAttribute('aria-label');
  const before = (await columnOf())!.split(':')[0];
  await card.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const on = page.getByRole('menuitem', { name: 'Invia in validazione', exact: true });
  while (!(await on.evaluate((item) => item === document.activeElement))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('#toasts').getByText('in validazione').waitFor();
  await expect.poll(async () => (await columnOf())!.split(':')[0]).not.toBe(before);
  await expect(card.getByRole('link')).toBeFocused();
});
