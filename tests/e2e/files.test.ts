import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { PIECE_BYTES } from '#domain/files/limits.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { temporaryFolder } from '#tests/support/folder.ts';
import { browser, context, hold, page, pageAs } from '#tests/support/page.ts';
import { at, letters } from './sale-page.ts';

pageAs('admin');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const make = async (name: string, parentId: number | null = null): Promise<number> => {
  const answer = await context.request.post('/api/files/folders', {
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
    data: { name, parentId, roles: null, locationIds: null },
  });
  return (await answer.json()).id;
};
const open = async (there: Page, address: string) => {
  await there.goto(address);
  await there.locator('astro-island:not([ssr]) .files').waitFor();
};
const shot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test('files come on over a broken line, are read, asked to be read, moved by keys, and come back from the bin', async () => {
  const name = `Procedure ${letters(8)}`;
  const folder = await make(name);
  const inner = await make('Permute e usato', folder);
  const delivery = await make('Consegna', folder);
  await open(page, `/dealer/files?folder=${inner}`);

  // The second piece breaks once: it goes on by itself.
  let pieces = 0;
  await page.route('**/api/files/arrivals/*/pieces*', async (route) => {
    pieces += 1;
    if (pieces === 2) return route.abort();
    await route.continue();
  });
  const photo = Buffer.concat([await aPhoto(1200, 900, '#a06040'), Buffer.alloc(PIECE_BYTES)]);
  await page.getByLabel('Carica', { exact: true }).setInputFiles([
    { name: 'Ritiro delle permute.pdf', mimeType: 'application/pdf', buffer: aPdf() },
    { name: 'Foto obbligatorie.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'listino.exe', mimeType: 'application/pdf', buffer: aPdf() },
  ]);
  await page.getByText('Si tengono PDF, foto').waitFor();
  await page.getByRole('link', { name: 'Ritiro delle permute' }).waitFor();
  await page.getByRole('link', { name: 'Foto obbligatorie' }).waitFor();
  await page.getByRole('button', { name: 'Togli' }).click();
  await page.unrouteAll();

  // The PDF is drawn here; it is asked to be read.
  await page.getByRole('link', { name: 'Ritiro delle permute' }).click();
  await page.getByRole('img', { name: 'Anteprima di Ritiro delle permute.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Modifica', exact: true }).click();
  const dialog = page.locator('.dialog[open]');
  await dialog.getByRole('textbox', { name: 'Presa visione entro il' }).fill('31/12/2027');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('complementary')
    .getByText(/^0 di \d+$/)
    .first()
    .waitFor();
  // Who was reminded today is not again, and nobody is told so.
  const remind = page.getByRole('button', { name: 'Ricorda' });
  await remind.click();
  await page.getByText(/^Avvisati: \d+$/).waitFor();
  await remind.click();
  await page.getByText('Oggi non c’è nessun altro da avvisare').waitFor();
  await shot('files');
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(at: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run('.files')).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  });
  expect(found).toEqual([]);
  if (process.env.SHOTS) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot('files-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 740 });
    await shot('files-phone-side');
    await page.goto(`/dealer/files?folder=${inner}`);
    await shot('files-phone');
    await page.goto(`/dealer/files?folder=${folder}`);
    await shot('files-phone-folders');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot('files-phone-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, `/dealer/files?folder=${inner}`);
  }

  // By keys: tick, cut, another folder, paste; taken back it is where it was, though that is not what is shown.
  const photoLink = page.getByRole('link', { name: 'Foto obbligatorie' });
  const undo = (told: string) =>
    page.locator('.toast', { hasText: told }).getByRole('button', { name: 'Annulla' }).click();
  const tree = page.getByRole('navigation', { name: 'Cartelle' });
  const go = async (to: string) => {
    await tree
      .getByRole('link', { name: new RegExp(`^${to}`) })
      .last()
      .click();
    await page.getByRole('heading', { name: to }).waitFor();
  };
  const carry = async () => {
    await page.getByLabel('Scegli Foto obbligatorie.jpg').check();
    await page.keyboard.press('Control+x');
    await go('Consegna');
    await page.keyboard.press('Control+v');
    await photoLink.waitFor();
  };
  await carry();
  await undo('Spostati');
  await photoLink.waitFor({ state: 'detached' });
  await go('Permute e usato');
  await carry();

  // Deleted, and back by the toast.
  await page.getByLabel('Scegli Foto obbligatorie.jpg').check();
  await page.getByRole('group', { name: 'Scelti: 1' }).getByRole('button', { name: 'Elimina' }).click();
  await photoLink.waitFor({ state: 'detached' });
  await undo('Nel cestino');
  await photoLink.waitFor();
  await shot('files-back');

  // Who follows a link to what is gone, or is for others, reads that.
  await open(page, '/dealer/files?folder=999999999');
  await page.getByRole('heading', { name: 'Non visibile' }).waitFor();
  await page.getByText('Questa cartella non c’è più').waitFor();
  await shot('files-unseen');
  await open(page, '/dealer/files?file=999999999');
  await page.getByText('Questo file non c’è più').waitFor();
  await open(page, `/dealer/files?folder=${delivery}`);

  // On a phone what can be done with one stands below its dots, and ticks come when somebody wants to choose.
  await page.setViewportSize({ width: 360, height: 740 });
  const tick = page.getByLabel('Scegli Foto obbligatorie.jpg');
  await tick.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Azioni su Foto obbligatorie.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Sposta' }).click();
  await dialog.getByText('Sposta', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Scegli', exact: true }).click();
  await expect(tick).toBeChecked();
  await shot('files-phone-picking');
  await page.getByRole('button', { name: 'Fine scelta' }).click();
  await tick.waitFor({ state: 'hidden' });
  await page.getByRole('group', { name: 'Scelti: 1' }).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1366, height: 768 });
});

/** As the browser hears it from the desktop: scripts of a page cannot make such a drop. */
async function drop(there: Page, onto: Locator, path: string): Promise<void> {
  const { x, y, width, height } = (await onto.boundingBox())!;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const desktop = await there.context().newCDPSession(there);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await desktop.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + Math.min(120, height / 2), data });
}

test('folders dropped from the computer come with their tree, into those that are there', async () => {
  const [name, home] = [`Trascinata ${letters(8)}`, await temporaryFolder()];
  const folder = await make(name);
  await make('Modulistica', folder);
  const inner = join(home, 'modulistica', 'Privacy');
  await mkdir(inner, { recursive: true });
  for (const [at, file] of [
    [join(home, 'modulistica'), 'Delega.pdf'],
    [inner, 'Informativa.pdf'],
    [inner, '.DS_Store'],
  ] as const)
    // prettier-ignore
    await writeFile(join(at, file), aPdf());
  await open(page, `/dealer/files?folder=${folder}`);

  await drop(page, page.locator('.files-main'), join(home, 'modulistica'));
  const tree = page.getByRole('navigation', { name: 'Cartelle' });
  // The folder that is there already has taken in what was dropped: there is none beside it.
  await tree.getByRole('link', { name: 'Modulistica 2' }).click();
  await page.getByRole('link', { name: 'Delega' }).waitFor();
  expect(await tree.getByRole('link', { name: /^modulistica/i }).count()).toBe(1);
  await tree.getByRole('link', { name: 'Privacy 1' }).click();
  await page.getByRole('link', { name: 'Informativa' }).waitFor();

  // A file that is dropped on a folder of the tree goes into that one, whichever is open.
  const file = join(home, 'modulistica', 'Delega.pdf');
  await drop(page, tree.getByRole('link', { name }), file);
  await tree.getByRole('link', { name: `${name} 3` }).click();
  await page.getByRole('link', { name: 'Delega' }).waitFor();
  // Where nothing can be put the page stays, and says why.
  await open(page, '/dealer/files?folder=999999999');
  expect(await page.getByText('Trascinare qui i file').count()).toBe(0);
  await drop(page, page.locator('.files-main'), file);
  await page.getByText('Questa cartella non si vede: aprirne un’altra').waitFor();
  const seller = await at(browser, 'seller');
  await open(seller.page, `/dealer/files?folder=${folder}`);
  await drop(seller.page, seller.page.locator('.files-main'), file);
  await seller.page.getByText('Questi file si leggono soltanto').waitFor();
  await seller.context.close();
  await rm(home, { recursive: true });
});

test('a file of the network that arrives leaves alone what is written about another one', async () => {
  const maker = await at(browser, 'manufacturer');
  const there = maker.page;
  const [first, second] = [`Circolare ${letters(8)}`, `Listino ${letters(8)}`];
  const send = (name: string) =>
    there
      .getByLabel('Carica', { exact: true })
      .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: aPdf() });
  const row = (name: string) => there.locator('tr', { hasText: name });
  const dialog = there.locator('.dialog[open]');
  await there.goto('/files');
  await there.locator('astro-island:not([ssr]) .files-head').waitFor();
  // Who reads a new one is asked for at once.
  await send(first);
  await expect(dialog.getByLabel('Nome')).toHaveValue(`${first}.pdf`);
  await dialog.getByRole('button', { name: 'Annulla' }).click();
  const release = await hold(there, '**/api/network/files/arrivals/*/done');
  await send(second);
  await there.getByText('Controllo del contenuto').waitFor();
  await row(first).getByRole('button', { name: 'Modifica' }).click();
  await dialog.getByLabel('Cartella').fill('Scritta a metà');
  release();
  await there.locator('.files-sending li').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(row(first)).toContainText('Scritta a metà');
  await expect(row(second)).toContainText('non pubblicato');
  await expect(row(second)).not.toContainText('Scritta a metà');
  await row(first).getByRole('link', { name: first }).click();
  await dialog.getByRole('img', { name: `Anteprima di ${first}.pdf` }).waitFor();
  await maker.context.close();
});
