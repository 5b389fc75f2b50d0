import type { Locator } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { standardLayouts } from '#domain/layouts/standard.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { read } from './quote-page.ts';

pageAs('admin');

const blocks = () => page.getByRole('list', { name: 'Blocchi', exact: true }).getByRole('listitem');
const saved = () => expect(page.getByText('Bozza salvata')).toBeVisible();

test('a layout is written by keyboard and pointer: a block added, moved, filled with a variable, published, taken back', async () => {
  type Draft = { version: number; blocks: { title: string }[] };
  const draft = () => read<Draft>(context, '/layouts/contracts');
  const { version, blocks: kept } = await draft();
  // Of a first try.
  if (kept.some(({ title }) => title === 'Patti aggiunti')) {
    const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
    const data = { blocks: standardLayouts.contracts };
    expect((await context.request.put('/api/layouts/contracts', { headers, data })).status()).toBe(200);
  }
  // A page that is refused once among many drawings does not stay blank.
  await page.route(/contracts\/preview\?.*page=2/, (route) => route.fulfill({ status: 429 }), { times: 1 });
  await page.goto('/dealer/preferences/print_layouts/contracts');
  await expect(page.getByRole('img', { name: 'Anteprima' })).toHaveJSProperty('complete', true);
  const thumbnail = page.getByRole('button', { name: /^Pagina 2 di/ }).locator('img');
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // As on a phone: of a contract its own form is drawn, and no page of paper once more.
  const drawn: string[] = [];
  page.on('request', (request) => drawn.push(request.url()));
  await page.getByRole('button', { name: 'Telefono', exact: true }).press('Enter');
  await page.getByRole('region', { name: 'Telefono' }).getByRole('img').first().waitFor();
  expect(drawn.filter((url) => /\/(trial|preview)\?/.test(url) && !url.includes('form=phone'))).toEqual([]);
  await page.getByRole('button', { name: 'Pagina', exact: true }).press('Enter');
  await expect(page.getByRole('img', { name: 'Anteprima' })).toBeVisible();
  // The chosen block is framed on the page where it stands, which is shown.
  await page.getByRole('button', { name: /^Firme/ }).press('Enter');
  await expect(page.locator('.layout-pages .layout-framed i').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagina 1 di/ })).not.toHaveAttribute('aria-current', 'true');
  const count = await blocks().count();
  await page.getByRole('button', { name: /^Acquirente/ }).press('Enter');
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).press('Enter');
  await expect(blocks()).toHaveCount(count + 1);
  await page.getByLabel('Titolo stampato').fill('Patti aggiunti');
  await page.getByLabel('Testo', { exact: true }).fill('Consegna a ');
  await page.getByRole('button', { name: 'Inserisci Nome', exact: true }).press('Enter');
  await expect(page.getByLabel('Testo', { exact: true })).toHaveValue('Consegna a {Nome}');
  const added = page.locator('[data-block]', { hasText: 'Patti aggiunti' });
  await added.press('Alt+ArrowDown');
  await expect(blocks().nth(2)).toContainText('Patti aggiunti');
  await expect(added).toBeFocused();
  await page.getByLabel('Testo', { exact: true }).fill('Consegna a {Nomme}');
  await expect(blocks().nth(2)).toContainText('«Nomme» non esiste');
  await page.getByLabel('Testo', { exact: true }).fill('Consegna a {Nome}');
  await expect(blocks().nth(2)).not.toContainText('non esiste');
  await saved();

  // Dragged two places on, it stands there in the draft that is kept.
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await middle(added)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(blocks().nth(4).locator('[data-block]'))), { steps: 4 });
  await page.mouse.up();
  await expect(blocks().nth(4)).toContainText('Patti aggiunti');
  await expect.poll(async () => (await draft()).blocks[4]!.title).toBe('Patti aggiunti');
  const publish = async () => {
    await page.getByRole('button', { name: /^Pubblica la/ }).press('Enter');
    // It says what changes, and asks.
    const asks = page.getByRole('dialog', { name: /^Che cosa cambia/ });
    await expect(asks).toContainText(/Contratti in corso che si stamperanno così: [1-9]/);
    await asks.getByRole('button', { name: /^Pubblica la/ }).press('Enter');
  };
  await publish();
  await expect(page.getByRole('listitem').filter({ hasText: 'In uso' })).toContainText('Versione');
  await page.getByRole('button', { name: 'Confronta con la bozza: Standard del prodotto' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Patti aggiunti: aggiunto');
  await expect(page.getByRole('dialog').locator('ins')).toContainText('Consegna a {Nome}');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Torna allo standard' }).press('Enter');
  await expect(blocks()).toHaveCount(count);
  await publish();
  await expect(
    page
      .locator('#toasts')
      .getByText(/in uso da ora/)
      .first(),
  ).toBeVisible();
  // What is the same is not published again.
  await page.getByRole('button', { name: /^Pubblica la/ }).press('Enter');
  const same = page.getByRole('dialog', { name: /^Che cosa cambia/ });
  await expect(same).toContainText('La bozza è uguale alla versione in uso.');
  await expect(same.getByRole('button', { name: /^Pubblica la/ })).toHaveCount(0);
});
