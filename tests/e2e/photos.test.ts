import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Album } from '#domain/stock/album-schema.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { ownCar } from './own-car.ts';

pageAs('admin');
let id: number;
beforeEach(async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  ({ id } = await ownCar(context));
  await page.goto(`/dealer/stock/used/${id}`);
  await page.locator('#photos:not(astro-island[ssr] *)').waitFor();
});
const album = async (): Promise<Album> => (await page.request.get(`/api/stock/used/${id}/photos`)).json();
/** Until so many photos are on the page. */
const shown = async (count: number) => {
  await expect.poll(() => page.locator('.album img').count(), { timeout: 20_000 }).toBe(count);
};
const choose = async (count: number) => {
  const files = Array.from({ length: count }, async (_, i) => ({
    name: `IMG_${i + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await aPhoto(640 + 16 * i, 480, `#${i}0${i}${i}80`),
  }));
  await page.getByLabel('Aggiungi foto').setInputFiles(await Promise.all(files));
};
/** Each photo is wider than the one picked before it. */
const widths = async () => (await album()).photos.map(({ width }) => width);
const saved = () =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/photos'));

test('many photos at once from a phone: one that fails on its way is sent again, the others are there', async () => {
  let first = true;
  await page.route('**/api/uploads?*', async (route) => {
    if (!first) return route.continue();
    first = false;
    await route.abort();
  });
  await choose(4);
  await page.getByRole('alert').getByText('Servizio temporaneamente non disponibile').waitFor();
  await shown(3);
  await page.getByRole('button', { name: 'Riprova' }).click();
  await shown(4);
  await page.locator('.on-the-way').waitFor({ state: 'detached' });
  // The one that was sent again goes back to its place once it is there.
  await expect.poll(widths).toEqual([640, 656, 672, 688]);
  await page.getByText(/^Foto online/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('photos keep the order in which they were picked, not that in which they arrive', async () => {
  let late = true;
  await page.route('**/api/uploads?*', async (route) => {
    const wait = late;
    late = false;
    // The first one is held until the second has long been sent.
    if (wait) await page.waitForResponse((answer) => answer.url().includes('/api/uploads?'));
    await route.continue();
  });
  await choose(3);
  await shown(3);
  expect(await widths()).toEqual([640, 656, 672]);
});

test('order by keys, a damage, and a removal that is undone', async () => {
  await choose(3);
  await shown(3);
  const [a, b, c] = (await album()).photos.map((photo) => photo.id);
  const ids = async () => (await album()).photos.map((photo) => photo.id);
  await page.locator('.album button').nth(1).focus();
  const ordered = saved();
  await page.keyboard.press('Alt+ArrowLeft');
  await ordered;
  expect(await ids()).toEqual([b, a, c]);

  await page.locator('.album button').first().click();
  const dialog = page.locator('.dialog[open]');
  await dialog.locator('.photo-large').click({ position: { x: 40, y: 30 } });
  await dialog.getByLabel('Tipo').selectOption('Ammaccatura');
  await dialog.getByRole('button', { name: 'Danno 1', exact: true }).press('ArrowRight');
  const marked = saved();
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await marked;
  expect((await album()).photos[0]!.marks).toMatchObject([{ kind: 'dent' }]);

  await page.locator('.album button').nth(1).click();
  const removed = saved();
  await dialog.getByRole('button', { name: 'Togli la foto' }).click();
  await removed;
  expect(await ids()).toEqual([b, c]);
  const undone = saved();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await undone;
  expect(await ids()).toEqual([b, a, c]);
});

test.each([1366, 360])(
  'dragged with the mouse at %i px, photos change their places, and who stands first is the cover',
  async (width) => {
    await page.setViewportSize({ width, height: 768 });
    await choose(3);
    await shown(3);
    const [a, b, c] = (await album()).photos.map((photo) => photo.id);
    const ids = async () => (await album()).photos.map((photo) => photo.id);
    const drag = async (from: number, to: number) => {
      const ordered = saved();
      await page.locator('.album > li').nth(from).dragTo(page.locator('.album > li').nth(to));
      await ordered;
    };
    await drag(2, 0);
    expect(await ids()).toEqual([c, a, b]);
    await drag(1, 2);
    expect(await ids()).toEqual([c, b, a]);
    const covers = page.locator('.album > .cover');
    await expect.poll(() => covers.getByRole('img').getAttribute('alt')).toMatch(/^Copertina · Foto 1 di 3/);
    expect((await (await page.request.get(`/api/stock/used/${id}`)).json()).coverId).toBe(
      (await album()).photos[0]!.uploadId,
    );
  },
);

test('by touch a photo is opened to become the cover or to change its place', async () => {
  const phone = await browser.newContext({
    baseURL: serverUrl(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    storageState: await context.storageState(),
  });
  onTestFinished(() => phone.close());
  await choose(3);
  await shown(3);
  const [a, b, c] = (await album()).photos.map((photo) => photo.id);
  const held = await phone.newPage();
  await held.goto(`/dealer/stock/used/${id}`);
  await held.locator('#photos:not(astro-island[ssr] *)').waitFor();
  const dialog = held.locator('.dialog[open]');
  const step = async (at: number, name: string, then: unknown[]) => {
    await held.locator('.album button').nth(at).tap();
    await dialog.getByRole('button', { name }).tap();
    await expect.poll(async () => (await album()).photos.map((photo) => photo.id)).toEqual(then);
    await dialog.getByRole('button', { name: 'Salva' }).tap();
    await dialog.waitFor({ state: 'detached' });
  };
  await step(2, 'Usa come copertina', [c, a, b]);
  await step(0, 'Sposta dopo', [a, c, b]);
});
