import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Contract } from '#domain/contracts/schema.ts';
import { computeTaxCode } from '#domain/customers/rules.ts';
import { addDays } from '#domain/dates.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { openContext, signInAgain } from '#tests/support/browser.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { dataDir, serverUrl, type DEMO_USERS } from '#tests/support/server.ts';
import { read } from './quote-page.ts';

/** A person at a desk; every press, choice and typed field is counted in `count`. */
export async function at(browser: Browser, as: keyof typeof DEMO_USERS, count = { n: 0 }) {
  const { context, page } = await openContext(browser);
  await signInAgain(context, as);
  const counted =
    <A extends unknown[]>(work: (...args: A) => Promise<unknown>) =>
    async (...args: A) => {
      count.n += 1;
      await work(...args);
    };
  return {
    context,
    page,
    press: counted((what: Locator | string) =>
      (typeof what === 'string' ? page.getByRole('button', { name: what, exact: true }) : what).click(),
    ),
    tick: counted((what: Locator) => what.check()),
    choose: counted((what: Locator, value: string) => what.selectOption(value)),
    /** Types in a field and leaves it, unless something is then chosen of what it found. */
    type: counted(async (what: Locator, text: string, { leave = true } = {}) => {
      await what.fill(text);
      if (leave) await what.press('Tab');
    }),
    attach: counted((what: Locator, name: string, bytes: Buffer) =>
      what.setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes }),
    ),
  };
}

/** Opens a folded section of the page of a contract. */
export async function unfolded(page: Page, name: string): Promise<void> {
  const section = page.locator(`details#${name}`);
  if ((await section.getAttribute('open')) === null) await section.locator('> summary').click();
}

/** Calls from outside the page. */
export async function post<T>({ request }: BrowserContext, path: string, data: object, version?: number): Promise<T> {
  const headers = {
    origin: serverUrl(),
    'idempotency-key': randomUUID(),
    ...(version !== undefined && { 'if-match': `"v${version}"` }),
  };
  const answer = await request.post(`${serverUrl()}/api${path}`, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** So many digits, other ones each time. */
export const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
const capitals = (count: number) =>
  Array.from({ length: count }, () => 'ABCDEFGHJKLMNPRSTVWXYZ'[randomInt(22)]).join('');
/** So many small letters, other ones each time: the end of a name that no other test has, nor the first try of this one. */
export const letters = (count: number) => capitals(count).toLowerCase();
export const aPlate = () => `${capitals(2)}${digits(3)}${capitals(2)}`;

/** A private person whom no test knows, nor the same test in its first try. */
export function aBuyer(firstName: string, lastName: string) {
  const birthDate = addDays('1950-01-01', randomInt(18_000));
  return {
    firstName,
    lastName,
    taxCode: computeTaxCode({ firstName, lastName, birthDate, sex: 'F' }, 'F205'),
    phone: `+39347${digits(7)}`,
    email: `${firstName}.${lastName}.${digits(6)}@posta.example.it`.toLowerCase(),
    /** Number of the passport. */
    passport: `YB${digits(7)}`,
  };
}
type Buyer = ReturnType<typeof aBuyer>;

/** The customer who this person is, entered now. */
export const entered = (context: BrowserContext, { passport, ...person }: Buyer) =>
  post<{ id: number; name: string }>(context, '/customers', {
    type: 'private',
    country: 'IT',
    ...person,
    address: 'Via Prova 4',
    cap: '20121',
    city: 'Milano',
    province: 'MI',
    documents: [{ kind: 'passport', number: passport, issuer: '', issuedOn: null, expiresOn: null, scan: null }],
  });

/** An issued quote of a new car for a private person who pays a caparra, gives a car in and takes a loan, unless `more` says so. */
export async function issued(context: BrowserContext, buyer: Buyer, more: object = {}): Promise<number> {
  const customer = await entered(context, buyer);
  const sheet = await read<PriceSheet>(context, '/quotes/sheets/8');
  const loan = sheet.plans.find(({ type }) => type === 'loan')!;
  const draft = {
    ...emptyDraft(sheet, 'MI'),
    customer: { id: customer.id, name: customer.name, type: 'private' as const },
    deposit: 1_000_00,
    tradeIns: [
      {
        ...{
          type: 'barter' as const,
          plate: aPlate(),
          description: 'Fiat Panda',
          km: 61_000,
          registeredOn: '2018-05-10',
        },
        ...{
          euroClass: 6,
          valuation: 6_500_00,
          residualDebt: 0,
          ownedSince: null,
          standInValue: 6_500_00,
          estimate: null,
        },
      },
    ],
    financing: { planId: loan.id, amount: null, months: 48, protection: false, kmPerYear: null, balloon: null },
    ...more,
  };
  const quote = await post<{ id: number; version: number; hash: string }>(context, '/quotes', draft);
  await post(context, `/quotes/${quote.id}/issue`, { hash: quote.hash }, quote.version);
  return quote.id;
}

/** A contract that the seller has just made of such a quote. */
export const made = async (context: BrowserContext, buyer: Buyer, more?: object): Promise<Contract> =>
  post(context, '/contracts', { quoteId: await issued(context, buyer, more) });

/** What a mail to somebody says, once it is there. */
export async function mailed(address: string, what: RegExp): Promise<string> {
  const found = () => mailsLeft({ DATA_DIR: dataDir() }, address).toReversed().join('\n').match(what)?.[1];
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found()!;
}

/** Reads a document on a phone, or in the form of a larger screen, one movement of the finger after the other, until the page says so. */
export async function reading(own: Page, said: string, form: 'phone' | 'page' = 'phone'): Promise<void> {
  const pages = own.locator(`[data-form=${form}] .pages`);
  // One reads what is there, so that nothing passes by undrawn.
  const drawn = () =>
    pages.locator('img').evaluateAll((all) => all.slice(1).every((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect.poll(drawn).toBe(true);
  const scrolled = async () => {
    await pages.evaluate((box) => [box.scrollIntoView({ block: 'end' }), box.scrollBy(0, 400)]);
    return own.locator(`[data-form=${form}] [data-progress]`).textContent();
  };
  await expect.poll(scrolled, { intervals: [150], timeout: 10_000 }).toBe(said);
}

/** Signs on a phone, which stays open on the page; says how many presses it took. */
export async function signed(browser: Browser, email: string) {
  const link = await mailed(email, /(http:\/\/\S+\/firma\/[\w.-]+)/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: serverUrl() });
  const own = await phone.newPage();
  await own.goto(new URL(link).pathname);
  await reading(own, 'Letto fino in fondo');
  let presses = 0;
  for (const box of await own.locator('[name=block]').all()) {
    presses += 1;
    await box.check();
  }
  await own.getByRole('button', { name: /^Invia il codice/ }).click();
  await own.getByLabel('Codice di sei cifre').fill(await mailed(email, /\n(\d{6}) è il codice/));
  await own.getByRole('button', { name: 'Firma il documento' }).click();
  await own.getByText('Documento firmato').waitFor();
  // The code is one field.
  return { phone: own, presses: presses + 3 };
}
