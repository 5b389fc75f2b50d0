import { expect, type Locator } from 'playwright/test';
import { describe, expect as is, test } from 'vitest';
import { context, page, pageAs } from '#tests/support/page.ts';
import { ownVisit } from './own-visit.ts';

/** Where the daily tasks are done by touch; on the PC they are walked in leads, reception and calendars. */
const devices = {
  tablet: { viewport: { width: 1024, height: 768 }, hasTouch: true },
  telephone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const;

/** Touches and counts: one touch, choice or field typed is one interaction. */
function counting() {
  const count = { of: 0 };
  const touch = (one: Locator) => {
    count.of += 1;
    return one.tap();
  };
  return {
    count,
    touch,
    press: (name: string | RegExp, within: Locator = page.locator('body')) =>
      touch(
        within
          .getByRole('button', { name, exact: typeof name === 'string' })
          .filter({ visible: true })
          .first(),
      ),
    fill: (field: Locator, text: string) => {
      count.of += 1;
      return field.fill(text);
    },
  };
}
const open = async (path: string) => {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
};
/** The status of the next call at this address. */
const answered = async (path: RegExp) =>
  (await page.waitForResponse((one) => path.test(one.url()) && one.request().method() === 'POST')).status();
/** Nothing stands beyond the edge of the screen. */
const fits = async () =>
  is(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);

describe.each(Object.entries(devices))('on a %s', (name, device) => {
  describe('a seller', () => {
    pageAs('seller', device);

    test('logs a call, plans a test drive and an appointment, registers who comes, quotes, and puts a lead off', async () => {
      const main = page.locator('main');
      await open('/dealer/leads/handle');
      await fits();
      const call = counting();
      await call.press(/^Interesse/, main);
      await call.fill(page.getByLabel('Nota'), 'Sentito dal tablet');
      const logged = answered(/\/actions$/);
      await call.press('Salva', main);
      is([call.count.of, await logged]).toEqual([3, 200]);

      await open('/dealer/leads/handle');
      const drive = counting();
      await drive.press(/^Interesse/, main);
      await drive.press('Prova su strada', main);
      await expect(page.getByText(/^Prova su strada: .+ \d\d:\d\d/)).toBeVisible();
      const booked = answered(/\/calendars\/events$/);
      await drive.press('Salva', main);
      is([drive.count.of, await booked]).toEqual([3, 201]);

      await open('/dealer/leads/handle');
      const meeting = counting();
      await meeting.press(/^Interesse/, main);
      await meeting.press('Appuntamento', main.getByRole('group', { name: 'Prossima azione' }));
      await expect(page.getByText(/^Appuntamento: .+ \d\d:\d\d/)).toBeVisible();
      const met = answered(/\/calendars\/events$/);
      await meeting.press('Salva', main);
      is([meeting.count.of, await met]).toEqual([3, 201]);

      await open('/dealer/leads/handle');
      const quote = counting();
      await quote.touch(page.getByRole('link', { name: 'Fai preventivo' }));
      await expect(page.getByText('Il preventivo sarà per')).toBeVisible();
      is(quote.count.of).toBe(1);

      await open('/dealer/leads/handle');
      const visit = counting();
      await visit.press('Visita', main);
      await visit.touch(page.getByText('È qui adesso'));
      const registered = answered(/\/accesses$/);
      await visit.press('Registra', page.getByRole('dialog'));
      is([visit.count.of, await registered]).toEqual([3, 201]);

      await open('/dealer/leads/handle');
      const later = counting();
      await later.press('Altre azioni');
      await later.press('Rinvia a un giorno');
      const parked = answered(/\/park$/);
      await later.press('Rinvia a un giorno', page.getByRole('dialog'));
      is(await parked).toBe(200);
      is(later.count.of).toBeLessThanOrEqual(3);
    });
  });

  describe('the reception', () => {
    pageAs('reception', device);

    test('registers somebody, somebody who says nothing, and who is expected; and shows the number', async () => {
      const who = await ownVisit(context);
      const typed = page.getByPlaceholder('Nome o descrizione');
      await open('/reception');
      await fits();
      const one = counting();
      await one.fill(typed, `Sciarpa a righe, ${name}`);
      const saved = answered(/\/api\/accesses$/);
      await one.press(/^In attesa · A /);
      is([one.count.of, await saved]).toEqual([2, 201]);
      const ticket = counting();
      await ticket.press('Mostra il numero', page.locator('#toasts'));
      await expect(page.getByRole('dialog', { name: 'Numero' }).locator('strong')).toHaveText(/^A \d+$/);
      is(ticket.count.of).toBe(1);
      await ticket.press('Chiudi', page.getByRole('dialog', { name: 'Numero' }));

      const nobody = counting();
      const another = answered(/\/api\/accesses$/);
      await nobody.press('Anonimo');
      is([nobody.count.of, await another]).toEqual([1, 201]);

      const expected = page.locator('section', { has: page.getByRole('heading', { name: /^Attesi oggi/ }) });
      const here = counting();
      await here.press(/^È qui/, expected.locator('li', { hasText: who }));
      is(here.count.of).toBe(1);
      await expect(page.locator('#toasts')).not.toContainText('già stato registrato');
    });
  });
});
