import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { alive, openAlive, read } from './quote-page.ts';
import { aBuyer, letters, made, post } from './sale-page.ts';

describe('the back office', () => {
  pageAs('backOffice');

  test('a queue is narrowed by one press within its view; what is to be delivered goes by day, its report is one press away', async () => {
    await openAlive(page, '/dealer/contracts?view=all');
    // No state needs more than two lines.
    const heights = await page.locator('tbody .badge').evaluateAll((all) => all.map((badge) => badge.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(40);
    const queue = page.getByRole('link', { name: /^Da validare \(back office\)/ });
    await queue.click();
    // The name of the view says the state: no column does again, and no filter.
    await expect(page.getByRole('columnheader', { name: 'Stato', exact: true })).toHaveCount(0);
    await expect(page.locator('tbody tr[data-id]:not(:has(.dots i))')).toHaveCount(0);
    // Who waits longest stands first; each row says what it lacks, and the sums below are a table.
    const days = await page.locator('tbody .age').evaluateAll((all) => all.map((one) => Number(/^\d+/.exec(one.textContent)?.[0] ?? 0))); // prettier-ignore
    expect(days).toEqual(days.toSorted((one, other) => other - one));
    await expect(page.locator('.list-page table tfoot')).toContainText('€');
    await expect(page.locator('.legend li')).toHaveText(['a posto', 'manca', 'non serve']);
    await page.getByRole('link', { name: /^In ritardo \d/ }).click();
    await expect(page.locator('.shortcut[aria-current]')).toHaveText(/^In ritardo/);
    await expect(queue).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.chip')).toHaveCount(0);
    await expect(page.locator('tbody tr[data-id]:not(:has(.late))')).toHaveCount(0);
    expect(await page.locator('tbody tr[data-id]').count()).toBeGreaterThan(0);

    await page.getByRole('link', { name: /^Da consegnare/ }).click();
    await page.locator('tr.day').first().waitFor();
    const report = await page.getByRole('link', { name: 'Verbale' }).first().getAttribute('href');
    expect((await context.request.get(report!)).headers()['content-type']).toBe('application/pdf');
  });
});

describe('who validates commercially', () => {
  pageAs('director');

  test('one is validated in two presses, the next one is one press away; several at once where nothing is open', async () => {
    const seller = await browser.newContext({ baseURL: serverUrl() });
    await signIn(seller, 'seller');
    const now = (id: number) => read<Contract>(context, `/contracts/${id}`);
    const sent = async () => {
      const plain = { tradeIns: [], financing: null, deposit: 0 };
      const { id, number, version } = await made(seller, aBuyer('Ilda', `Bevi${letters(6)}`), plain);
      await post(seller, `/contracts/${id}/submit`, {}, version);
      return { id, number };
    };
    const [one, other] = [await sent(), await sent()];
    await seller.close();
    const rowOf = ({ number }: { number: string }) => page.getByRole('row', { name: number });
    let presses = 0;
    const press = async (what: ReturnType<typeof page.getByRole>) => {
      presses += 1;
      await what.click();
    };
    const queue = async (number: string) =>
      openAlive(page, `/dealer/contracts?state=waiting_commercial_approvation&q=${number}`);

    await queue(one.number);
    await press(rowOf(one).getByRole('link').first());
    await page.waitForURL(`/dealer/contracts/${one.id}`);
    await alive(page);
    // The next of the queue, oldest first.
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    const next = page.getByRole('link', { name: /^Prossimo \(\d+\)$/ });
    expect(await next.last().getAttribute('href')).toMatch(/^\/dealer\/contracts\/\d+$/);
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: 'Valida', exact: true }));
    await expect.poll(async () => (await now(one.id)).state).toBe('waiting_approvation');
    expect(presses).toBe(2);
    // Decided on, the contract leads on.
    await expect(page.locator('#record-head .btn.primary')).toHaveText(/^Prossimo \(\d+\)$/);

    await queue(other.number);
    await rowOf(other).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Valida (1)' }).click();
    await expect.poll(async () => (await now(other.id)).state).toBe('waiting_approvation');
  });
});
