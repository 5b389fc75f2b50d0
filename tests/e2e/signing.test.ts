import { expect } from 'playwright/test';
import { onTestFinished, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Customer } from '#domain/customers/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { read as readBy } from './quote-page.ts';
import { aBuyer, made, mailed, post, reading, unfolded } from './sale-page.ts';

pageAs('admin');

const read = <T>(path: string) => readBy<T>(context, path);
/** A contract of a person of its own, which lacks nothing for the signature. */
async function toSign(): Promise<{ id: number; email: string; phone: string }> {
  const buyer = aBuyer('Delia', 'Santacroce');
  return { id: (await made(context, buyer)).id, email: buyer.email, phone: buyer.phone };
}

/** Offers the advanced signature in the company, or no longer. */
async function offering(advancedSignature: boolean) {
  const { version, periods } = await read<{ version: number; periods: { values: object }[] }>('/contracts/settings');
  const offered = { advancedSignature, advancedInsurance: 'Polizza 12, 500.000 €', from: dayInRome(new Date()) };
  const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
  const saved = await context.request.put('/api/contracts/settings', {
    headers,
    data: { ...periods[0]!.values, ...offered },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** The customer of the contract is identified and accepts the advanced signature. */
async function accepting(contractId: number, phone: string) {
  const { customerId } = await read<Contract>(`/contracts/${contractId}`);
  const sent = await context.request.post('/api/uploads?purpose=customer_document&name=passaporto.jpg', {
    headers: { 'content-type': 'application/octet-stream', origin: serverUrl() },
    data: await aPhoto(),
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id: scan } = (await sent.json()) as { id: number };
  const { version, ...customer } = await read<Customer>(`/customers/${customerId}`);
  const documents = [{ kind: 'passport', number: 'YB7654321', issuer: '', issuedOn: null, expiresOn: '2040-01-01', scan }]; // prettier-ignore
  const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
  const kept = await context.request.put(`/api/customers/${customerId}`, { headers, data: { ...customer, documents } });
  expect(kept.status(), await kept.text()).toBe(200);
  const drawing = Array.from({ length: 14 }, (_, n) => `${n ? 'L' : 'M'}${20 + n * 9} ${40 + (n % 3) * 30}`).join('');
  const said = { scanId: scan, phone, read: true, confirmed: true, drawing, uploadId: null };
  await post(context, `/signatures/people/${customerId}`, said);
}

test('a customer signs on the phone in thirteen presses at most; the page of the contract says so, the file is genuine', async () => {
  const { id, email, phone: mobile } = await toSign();
  await offering(true);
  // Other files of the server sign without it.
  onTestFinished(() => offering(false));
  await accepting(id, mobile);
  await page.goto(`/dealer/contracts/${id}`);
  await page.getByRole('button', { name: 'Firma sul tablet' }).click();
  const dialog = page.locator('dialog[open]');
  // Who has not seen the identity paper sends nothing.
  await dialog.getByRole('button', { name: 'Mostra il codice QR' }).click();
  await dialog.getByText('Confermare di avere visto il documento d’identità').waitFor();
  for (const box of await dialog.getByLabel('Documento d’identità visto').all()) await box.check();
  await dialog.getByRole('button', { name: 'Mostra il codice QR' }).click();
  // The tablet shows the page of who signs alone; the link has come to them as well, and they take their own phone.
  await dialog.getByRole('img', { name: 'Codice QR da inquadrare con il tablet' }).waitFor();
  await dialog.getByRole('button', { name: 'Chiudi' }).last().click();

  await expect(page.locator('#signatures > summary')).toContainText('in firma, 0 di 1');

  const link = await mailed(email, /(http:\/\/\S+\/firma\/[\w.-]+)/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: serverUrl() });
  const own = await phone.newPage();
  // The first page does not come at once.
  await own.route(/signing\/pages\/1\?/, (route) => route.fulfill({ status: 429 }), { times: 1 });
  await own.goto(new URL(link).pathname);
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The way to refuse is one line.
  expect((await own.locator('.refuse > summary').boundingBox())!.height).toBeLessThan(40);
  let presses = 0;
  const press = async (name: string | RegExp) => {
    presses += 1;
    await own.getByRole('button', { name }).click();
  };
  // Its pages stand one under the other as wide as the phone is, drawn for it: no line goes on beside the screen.
  const pages = own.locator('[data-form=phone] .pages');
  const drawn = await pages.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
  expect(drawn[1]).toBe(drawn[0]);
  const sizes = await pages.locator('img').evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.min(...sizes)).toBeGreaterThan(280);
  await expect(own.locator('[data-form=page]')).toBeHidden();
  // Those of a document that was frozen before there were any for a phone move sideways in their box, and the page does not.
  const older = await own.evaluate(() => {
    const { dataset } = document.querySelector<HTMLElement>('[data-form=page]')!;
    dataset.alone = '';
    const { scrollWidth } = document.documentElement;
    delete dataset.alone;
    return scrollWidth;
  });
  expect(older).toBe(360);
  // What was scrolled where nobody sees it was not read.
  await own.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await pages.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await own.evaluate(() => new Promise(requestAnimationFrame));
  const told = own.locator('[data-form=phone] [data-progress]');
  expect(await told.textContent()).not.toBe('Letto fino in fondo');
  await own.evaluate(() => scrollTo(0, 0));
  await pages.evaluate((box) => box.scrollTo(0, 0));
  // Read to its end, one movement of the finger a page; what did not come was not read, though its end was there.
  await reading(own, `Pagine lette: ${sizes.length - 1} su ${sizes.length}`);
  await own.getByRole('button', { name: 'Riprova' }).click();
  // What is left is where one is brought who would go on.
  await own.getByRole('button', { name: /^Invia il codice/ }).click();
  await expect.poll(() => pages.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await reading(own, 'Letto fino in fondo');
  for (const box of await own.locator('[name=block]').all()) {
    presses += 1;
    await box.check();
  }
  // Each part has its time; who leaves and comes back finds all of it as they left it.
  await expect(own.locator('[data-at]').last()).toHaveText(/^\d\d:\d\d$/);
  await own.reload();
  await expect(told).toHaveText('Letto fino in fondo');
  for (const box of await own.locator('[name=block]').all()) await expect(box).toBeChecked();
  await press(/^Invia il codice/);
  await own.getByLabel('Codice di sei cifre').waitFor();
  // Away and back: the code is still asked for.
  await own.goto('/verifica');
  await own.goBack();
  // Six boxes, all on the screen, of one field: pasted out of its message the code stands in them alone.
  const code = own.getByLabel('Codice di sei cifre');
  const ends = await own.locator('.six i').evaluateAll((all) => all.map((box) => box.getBoundingClientRect().right));
  expect([ends.length, Math.max(...ends) < 345]).toEqual([6, true]);
  await code.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Codice: 000 000, vale 10 minuti');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  });
  await expect(code).toHaveValue('000000');
  await own.getByRole('button', { name: 'Firma il documento' }).click();
  await own
    .getByText(/tentativ/)
    .first()
    .waitFor();
  await expect(code).toBeFocused();
  // Who has accepted the advanced signature gets the code on the number that was confirmed.
  await own.getByLabel('Codice di sei cifre').fill(await mailed(mobile, /\n(\d{6}) è il codice/));
  presses += 6;
  const other = await phone.newPage();
  await other.goto(new URL(link).pathname);
  await other.getByLabel('Codice di sei cifre').fill('123456');
  await press('Firma il documento');
  await expect(own.getByText('Documento firmato')).toBeInViewport();
  // Another tab that still asks for the code shows so once it is used.
  await other.getByRole('button', { name: 'Firma il documento' }).click();
  await other.getByText('Documento firmato').waitFor();
  await other.close();
  await own.getByText('Elettronica avanzata', { exact: true }).waitFor();
  await own.getByText('approvato da Delia Santacroce', { exact: false }).first().waitFor();
  expect(presses).toBeLessThanOrEqual(13);
  // The copy comes to the page that waits for it.
  await own.getByRole('link', { name: 'La copia firmata' }).waitFor();
  // Back after the code: the same page says what was signed and asks for nothing.
  await own.reload();
  expect(await own.getByRole('button', { name: 'Firma il documento' }).count()).toBe(0);

  await expect
    .poll(async () => (await read<{ sealed: boolean }[]>(`/signatures?entity=contract&recordId=${id}`))[0]!.sealed, {
      timeout: 20_000,
    })
    .toBe(true);
  const [{ id: round }] = await read<[{ id: number }]>(`/signatures?entity=contract&recordId=${id}`);
  const signed = await context.request.get(`${serverUrl()}/api/signatures/${round}/signed`);
  const file = await signed.body();
  await own.goto('/verifica');
  const verify = async (buffer: Buffer, verdict: string) => {
    await own.getByLabel('File').first().setInputFiles({ name: 'firmato.pdf', mimeType: 'application/pdf', buffer });
    await own.getByRole('button', { name: 'Verifica' }).click();
    await expect.poll(() => own.getByRole('status').locator('b').allTextContents()).toEqual([verdict]);
  };
  await verify(file, 'Autentico');
  await verify(Buffer.concat([file, Buffer.from('\n')]), 'Modificato');
  await own.goBack();
  await own.getByText('Documento firmato').waitFor();
  expect(await own.getByRole('button', { name: 'Firma il documento' }).count()).toBe(0);

  // The advanced signature is revoked here, in two steps; what is signed stays.
  await own.getByText('Revoca la firma avanzata').click();
  await own.getByRole('button', { name: 'Revoca ora' }).click();
  await own.getByText('I documenti già firmati restano firmati.').waitFor();
  await expect(own.getByText('Revoca la firma avanzata')).toHaveCount(0);
  await own.getByText('Documento firmato').waitFor();
  await phone.close();
});

test('a person signs by hand on a tablet that shows their page alone, and a paper arrives from the phone by a code to scan', async () => {
  const { id, phone: mobile } = await toSign();
  await page.goto(`/dealer/contracts/${id}`);
  await page.getByRole('button', { name: 'Firma sul tablet' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Documento d’identità visto').check();
  await dialog.getByLabel('Codice per').selectOption('sms');
  const shown = page.waitForResponse(/\/tablet$/);
  await dialog.getByRole('button', { name: 'Mostra il codice QR' }).click();
  const link = (await (await shown).json()) as { url: string };
  const tablet = await browser.newContext({ viewport: { width: 820, height: 1180 }, baseURL: serverUrl() });
  const hand = await tablet.newPage();
  await hand.goto(new URL(link.url).pathname);
  await reading(hand, 'Letto fino in fondo', 'page');
  for (const box of await hand.locator('[name=block]').all()) await box.check();
  await hand.getByRole('button', { name: /^Invia il codice/ }).click();
  // Nothing is signed by who has not drawn, and the code stays.
  await hand.getByLabel('Codice di sei cifre').fill(await mailed(mobile, /\n(\d{6}) è il codice/));
  await hand.getByRole('button', { name: 'Firma il documento' }).click();
  await expect(hand.locator('[data-draw]').getByRole('alert')).toHaveText('Firmare nel riquadro');
  const pad = hand.getByRole('img', { name: 'Firma a mano' });
  const { x, y, width, height } = (await pad.boundingBox())!;
  await hand.mouse.move(x + width / 8, y + height / 2);
  await hand.mouse.down();
  for (let n = 1; n <= 14; n += 1) await hand.mouse.move(x + (width * (n + 1)) / 18, y + height * (n % 2 ? 0.3 : 0.7));
  await hand.mouse.up();
  await hand.getByRole('button', { name: 'Firma il documento' }).click();
  await hand.getByText('Documento firmato').waitFor();
  await hand.getByText('Sul tablet della concessionaria, davanti a').waitFor();
  await tablet.close();
  // The seller's page follows.
  await page.locator('#signatures').getByText('a mano sul tablet, davanti a').waitFor();

  const attachments = page.locator('#attachments');
  await unfolded(page, 'attachments');
  const opened = page.waitForResponse(/\/api\/uploads\/links$/);
  await attachments.getByRole('button', { name: 'Dal telefono' }).click();
  const { url } = (await (await opened).json()) as { url: string };
  await attachments.getByRole('img', { name: 'Codice QR' }).waitFor();
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: serverUrl() });
  const own = await phone.newPage();
  await own.goto(new URL(url).pathname);
  await own.getByText('Ancora 10 file.').waitFor();
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: aPdf(name) });
  await own.locator('input[type=file]').setInputFiles([paper('patente.pdf'), paper('retro.pdf')]);
  await own.getByText('Ancora 8 file.').waitFor();
  for (const name of ['patente.pdf', 'retro.pdf']) await attachments.getByText(name).waitFor();
  await attachments.getByText('Arrivati 2: se ne possono inviare ancora 8.').waitFor();
  // One after the other by the same code; the eleventh is refused with a sentence.
  await own
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 9 }, (_, n) => paper(`pagina-${n + 1}.pdf`)));
  await own.getByText(/ha già portato|non è valido/).waitFor();
  await attachments.getByText('pagina-8.pdf').waitFor();
  await expect
    .poll(async () => (await read<{ attachments: unknown[] }>(`/contracts/${id}`)).attachments.length)
    .toBe(10);
  // The code has done its work.
  await own.reload();
  await own.getByText('Collegamento scaduto').first().waitFor();
  await phone.close();
});

test('a second signer whom nobody knows yet is made at the field, and is the second party at once', async () => {
  const { id } = await toSign();
  await page.goto(`/dealer/contracts/${id}`);
  await unfolded(page, 'customer');
  await page.getByRole('combobox', { name: 'Cointestatario' }).fill('Livia Santacroce Nuova');
  await page.getByRole('option', { name: /^Crea/ }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Salva cliente' }).click();
  await expect(page.getByRole('combobox', { name: 'Cointestatario' })).toHaveValue(/Santacroce Nuova/);
  await expect
    .poll(async () => (await read<Contract>(`/contracts/${id}`)).cobuyer, { timeout: 20_000 })
    .toMatch(/Santacroce Nuova/);
});
