import { expect } from 'playwright/test';
import { test } from 'vitest';
import { mailsLeft } from '#tests/support/outbox.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { dataDir, serverUrl } from '#tests/support/server.ts';

pageAs('admin');

interface Row {
  id: number;
  version: number;
}
interface ToSign {
  missing: unknown[];
  parties: { email: string | null }[];
}
const read = async <T>(path: string): Promise<T> => (await context.request.get(`${serverUrl()}/api${path}`)).json();
/** What a mail to somebody says, once it is there. */
async function mailed(address: string, what: RegExp): Promise<string> {
  const found = () => mailsLeft({ DATA_DIR: dataDir() }, address).toReversed().join('\n').match(what)?.[1];
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found()!;
}

/** A contract of the demo that lacks nothing for the signature of a person with an address. */
async function toSign(): Promise<{ id: number; email: string }> {
  const { rows } = await read<{ rows: Row[] }>('/contracts?state=incomplete,waiting_commercial_approvation&limit=20');
  for (const { id } of rows) {
    const { missing, parties } = await read<ToSign>(`/signatures/asked?entity=contract&recordId=${id}`);
    const rounds = await read<unknown[]>(`/signatures?entity=contract&recordId=${id}`);
    if (missing.length === 0 && parties[0]?.email && rounds.length === 0) return { id, email: parties[0].email };
  }
  throw new Error('No contract of the demo can be signed');
}

test('a customer signs on the phone in twelve presses at most; the page of the contract says so, the file is genuine', async () => {
  const { id, email } = await toSign();
  await page.goto(`/dealer/contracts/${id}`);
  await page.getByRole('button', { name: 'Invia da firmare' }).click();
  const dialog = page.locator('dialog[open]');
  // Who has not seen the identity paper sends nothing.
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click();
  await dialog.getByText('Confermare di avere visto il documento d’identità').waitFor();
  for (const box of await dialog.getByLabel('Documento d’identità visto').all()) await box.check();
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click();

  const link = await mailed(email, /(http:\/\/\S+\/firma\/[\w.-]+)/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: serverUrl() });
  const own = await phone.newPage();
  await own.goto(new URL(link).pathname);
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  let presses = 0;
  const press = async (name: string | RegExp) => {
    presses += 1;
    await own.getByRole('button', { name }).click();
  };
  // Read to its end, one movement of the finger a page.
  await expect
    .poll(async () => {
      await own.locator('.pages').evaluate((pages) => pages.scrollBy(0, 400));
      return own.locator('[data-progress]').textContent();
    })
    .toBe('Letto fino in fondo');
  for (const box of await own.locator('[name=block]').all()) {
    presses += 1;
    await box.check();
  }
  await press(/^Invia il codice/);
  await own.getByLabel('Codice di sei cifre').fill('000000');
  await own.getByRole('button', { name: 'Firma il documento' }).click();
  await own
    .getByText(/tentativ/)
    .first()
    .waitFor();
  await own.getByLabel('Codice di sei cifre').fill(await mailed(email, /\n(\d{6}) è il codice/));
  presses += 6;
  await press('Firma il documento');
  await own.getByText('Documento firmato').waitFor();
  expect(presses).toBeLessThanOrEqual(12);
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
  await phone.close();
});
