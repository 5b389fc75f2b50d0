import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { live } from '#site/messages/it/shell.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { DEMO_USERS } from '#tests/support/server.ts';
import { openAlive, read } from './quote-page.ts';
import { digits } from './sale-page.ts';

pageAs('admin');
beforeEach(async () => {
  await page.clock.install();
  await page.goto('/dealer/accessories');
  await page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
  // An answer that comes after the hour has passed would be a use of the program.
  await page.waitForLoadState('networkidle');
});

const question = () => page.getByRole('dialog', { name: 'Restare collegati?' });
const password = () => question().getByLabel('Password', { exact: true });
const stay = () => question().getByRole('button', { name: 'Resta collegato' });
const description = () => page.locator('dialog[open]').getByLabel('Descrizione');
/** Time passes without a look at the page, then it is looked at. */
const pass = async (minutes: number) => {
  await page.clock.fastForward(minutes * 60_000);
  await page.clock.runFor(16_000);
};

describe('before the session ends one is asked, and what is typed stays', () => {
  test('unused for almost an hour: one press keeps it, until the next hour', async () => {
    await page.keyboard.press('n');
    await description().fill('Scritto con cura');
    await pass(50);
    await expect(question()).toBeHidden();
    await pass(6);
    await expect(question()).toContainText('Il programma non si usa da quasi un’ora');
    await expect(password()).toBeHidden();
    const kept = page.waitForResponse('**/api/auth/user');
    await stay().click();
    expect((await kept).status()).toBe(200);
    await expect(question()).toBeHidden();
    await expect(description()).toHaveValue('Scritto con cura');
    await pass(50);
    await expect(question()).toBeHidden();
    await pass(6);
    await expect(question()).toBeVisible();
  });

  test('put away it comes back when time is up; any tab that is used answers it', async () => {
    await pass(56);
    await question().getByRole('button', { name: 'Più tardi' }).click();
    await pass(1);
    await expect(question()).toBeHidden();
    await pass(4);
    await expect(question()).toContainText('La sessione è terminata.');
    const other = await context.newPage();
    await other.clock.install({ time: await page.evaluate(() => Date.now()) });
    await openAlive(other, '/dealer');
    await pass(0);
    await expect(question()).toBeHidden();
    await pass(50);
    await expect(question()).toBeHidden();
    await pass(6);
    await expect(question()).toBeVisible();
    await openAlive(other, '/dealer');
    await pass(0);
    await expect(question()).toBeHidden();
  });

  test('after it has ended the password opens a new one, and the form can be saved', async () => {
    await page.keyboard.press('n');
    const code = `RIPRESA-${digits(4)}`;
    await page.locator('dialog[open]').getByLabel('Codice').fill(code);
    await description().fill('Scritto con cura');
    await page.locator('dialog[open] [name=price]').fill('12,5');
    await context.clearCookies();
    await pass(200);
    await expect(question()).toContainText('La sessione è terminata.');
    await password().fill('sbagliata');
    await stay().click();
    await expect(question().getByRole('alert')).toHaveText('Credenziali non valide');
    await password().fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(question()).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(`${code} salvato`)).toBeVisible();
    expect((await read<{ total: number }>(context, `/accessories?q=${code}`)).total).toBe(1);
  });

  test('a wrong password keeps the question; the keys that save answer it, and nothing behind it', async () => {
    await page.keyboard.press('n');
    await description().fill('Scritto con cura');
    await context.clearCookies();
    await pass(70);
    await password().fill('sbagliata');
    await stay().click();
    await expect(question().getByRole('alert')).toHaveText('Credenziali non valide');
    await pass(0);
    await password().fill(DEMO_PASSWORD);
    await page.keyboard.press('Control+Enter');
    await expect(question()).toBeHidden();
    await expect(description()).toHaveValue('Scritto con cura');
    expect((await context.request.get('/api/auth/user')).status()).toBe(200);
  });

  test('without a network it is asked too, says why it cannot be answered, and forgets the password', async () => {
    // The dialog that asks is loaded with the first look.
    const form = page.waitForResponse(/stay\.client/);
    await pass(0);
    await (await form).finished();
    await context.setOffline(true);
    await pass(70);
    await password().fill(DEMO_PASSWORD);
    await stay().click();
    await expect(question().getByRole('alert')).toHaveText(live.offline);
    await question().getByRole('button', { name: 'Più tardi' }).click();
    await expect(page.locator('#session [name=password]')).toHaveValue('');
    await expect(page.locator('#session [role=alert]')).toHaveText('');
  });

  test('after three hours of use too, and nobody else can answer', async () => {
    // The tests of a file share a login, so some of the three hours may be over.
    const left = Number(await page.locator('#session').getAttribute('data-left'));
    for (const minutes of [50, 50, 50]) {
      await pass(minutes);
      const answered = page.waitForResponse('**/api/notifications');
      await page.getByRole('button', { name: 'Notifiche' }).click();
      await answered;
      await page.keyboard.press('Escape');
    }
    await pass(left / 60_000 - 150 - 3);
    await expect(question()).toContainText('La sessione dura tre ore e termina alle');
    await expect(password()).toBeFocused();
    await expect(question().getByLabel('E-mail')).toHaveValue(DEMO_USERS.admin);
    await expect(question().getByLabel('E-mail')).not.toBeEditable();
  });
});
