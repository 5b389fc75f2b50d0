import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { money } from '#domain/italian.ts';
import type { HashedSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { quoteSections } from '#domain/quotes/terms.ts';
import { Builder } from '#site/areas/quotes/builder/Builder.tsx';
import { choosePlan, putBeside, withAmount } from '#site/areas/quotes/builder/financial/financing.ts';
import CustomerView from '#site/areas/quotes/builder/customer/CustomerView.tsx';
import type { BuilderProps } from '#site/areas/quotes/builder/quote.ts';
import { createBuilder } from '#site/areas/quotes/builder/store.ts';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import {
  aCampaign,
  aChoice,
  aDraft,
  anIncentive,
  anInsurance,
  aPlan,
  aSheet,
  aTradeIn,
  aService,
} from '#tests/support/price-sheet.ts';

const hashed = (change: Partial<HashedSheet> = {}): HashedSheet => ({ hash: 'oggi', ...aSheet(change), ...change });
const props = (start: QuoteDraft, sheet = hashed()): BuilderProps => ({
  sheet,
  start,
  quote: null,
  user: { id: 5, privileges: [13, 14] },
  today: '2026-11-20',
  sections: quoteSections,
  may: { compare: true, list: true, createCustomer: true, editCustomer: false },
});
const never = () => new Promise<never>(() => {});
const open = (given: BuilderProps) =>
  createBuilder(given, { calls: { create: never, save: never, valueOf: ({ draft }) => draft } });
const readMoney = (shown: string) =>
  Math.round(
    Number(
      shown
        .replace(/<!-- -->|[.\s€]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  );
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/&#x27;/g, "'");

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

describe('incentives', () => {
  const scrapping = anIncentive({ id: 3, type: 'scrapping', name: 'Rottamazione', requiresUsed: 'scrapping' });

  test('one that a change makes possible is told in the section of the change, one that it takes away, too', () => {
    const store = open(props(aDraft(), hashed({ incentives: [anIncentive(), scrapping] })));
    store.change({ tradeIns: [aTradeIn({ type: 'scrapping' })] });
    const [possible] = store.$turned.get()!.possible;
    expect([store.$turned.get()!.section, possible?.incentive.name]).toEqual(['used', 'Rottamazione']);
    store.toggleIncentive(3);
    store.change({ tradeIns: [] });
    expect(store.$turned.get()).toMatchObject({ section: 'used', possible: [], lost: [{ incentive: { id: 3 } }] });
  });

  test('incentives that do not apply are folded with their reason, those that apply stand before them', () => {
    const html = renderToString(<Builder {...props(aDraft(), hashed({ incentives: [scrapping, anIncentive()] }))} />);
    expect(html).toMatch(/Campagna[\s\S]*<summary>Non applicabili \(1\)[\s\S]*Rottamazione[\s\S]*auto da rottamare/);
  });
});

describe('what stands in a group', () => {
  test('incentives stand below their campaign, with its last day and who pays; the others after them', () => {
    const campaign = aCampaign({ validTo: '2026-12-31' });
    const incentives = [
      anIncentive({ id: 1, name: 'Sconto di sede', payer: 'dealer' }),
      anIncentive({ id: 2, name: 'Bonus di campagna', campaign, validTo: '2026-12-31' }),
      anIncentive({ id: 3, name: 'Bonus breve', campaign, validTo: '2026-11-30' }),
    ];
    const html = text(renderToString(<Builder {...props(aDraft(), hashed({ incentives }))} />));
    expect(html).toMatch(
      /Porte aperte\s*fino al 31\/12\/2026 · Casa[\s\S]*Bonus di campagna[\s\S]*Bonus breve[\s\S]*fino al 30\/11\/2026[\s\S]*Altri incentivi[\s\S]*Sconto di sede/,
    );
  });
});

test('a campaign that goes with no other says so, and leads to its rules', () => {
  const campaign = aCampaign({ stacking: 'alone', documentUrl: 'https://lumera.example.it/porte-aperte.pdf' });
  const html = renderToString(
    <Builder {...props(aDraft(), hashed({ incentives: [anIncentive({ campaign }), anIncentive({ id: 2 })] }))} />,
  );
  expect(text(html)).toMatch(/Porte aperte\s*Casa · non si cumula con altre campagne\s*Regolamento/);
  const links = html.match(/<a [^>]*>Regolamento/g)!;
  expect(links).toHaveLength(1);
  expect(links[0]).toMatch(/href="https:\/\/lumera\.example\.it\/porte-aperte\.pdf".*rel="noreferrer"/);
});

test('a chosen incentive that gives way to another shows no amount of its own, and why stands below', () => {
  const sheet = hashed({
    incentives: [
      anIncentive({ id: 1, name: 'Di più', amount: 900_00, group: 'a' }),
      anIncentive({ id: 2, name: 'Di meno', amount: 345_67, group: 'a' }),
    ],
  });
  const html = text(renderToString(<Builder {...props(aDraft({ incentiveIds: [1, 2] }), sheet)} />));
  expect(html).toMatch(/Di meno[\s\S]*non conta, vedere sotto[\s\S]*Di meno: non cumulabile con Di più/);
  expect(html).not.toContain('345,67');
});

test('a campaign whose budget is used up says so, and its incentives cannot be chosen', () => {
  const incentives = [
    anIncentive({ id: 1, name: 'Sconto grande', amount: 900_00, campaign: aCampaign({ left: 0 }) }),
    anIncentive({
      id: 2,
      name: 'Sconto piccolo',
      amount: 400_00,
      campaign: aCampaign({ id: 2, name: 'Saldi', left: 500_00 }),
    }),
  ];
  const html = text(renderToString(<Builder {...props(aDraft(), hashed({ incentives }))} />)).replaceAll('\u00a0', ' ');
  expect(html).toMatch(/Saldi\s*restano 500,00 € · Casa[\s\S]*Non applicabili[\s\S]*Porte aperte\s*esaurita · Casa/);
  expect(html).toContain('la campagna Porte aperte è esaurita');
});

test('the amounts that the customer reads add up to what is due, with the instalment that is paid, and tell nothing of the dealer', () => {
  const sheet = hashed({ insurances: [anInsurance({ id: 1, name: 'Furto e incendio' })] });
  const draft = aDraft({
    deposit: 2_000_00,
    insurances: [{ tariffId: 1, months: 24, insuredValue: null, inPlan: false }],
    financing: aChoice({ planId: 1, months: 60, amount: 8_000_00, protection: true }),
    tradeIns: [aTradeIn({ valuation: 3_000_00 })],
  });
  const priced = price(draft, sheet);
  const html = renderToString(
    <RecordContext value={open(props(draft, sheet))}>
      <CustomerView onClose={() => {}} />
    </RecordContext>,
  );
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, label, amount]) => [label!, readMoney(amount!)] as const,
  );
  const [due] = rows.splice(-1);
  const beside = rows.filter(([label]) => !/vantagg/.test(label)).reduce((sum, [, cents]) => sum + cents, 0);
  expect(rows.map(([label]) => label)).toContain(priced.insurances[0]!.label);
  expect(due).toEqual(['Da pagare alla consegna', priced.keysInHand + beside]);
  expect(text(html).replace(/ +/g, ' ')).toContain(
    `${money(priced.offer!.monthly)} + ${money(3_50)} d’incasso al mese`,
  );
  expect(priced.offer!.monthly).toBeGreaterThan(priced.offer!.instalment);
  expect(text(html)).not.toMatch(/margine|costo|provvigion|sconto/i);
});

test('a new quote begins with nothing that has a price: what the company proposes waits for the customer', () => {
  const sheet = aSheet({
    services: [
      aService({ id: 1, defaultOn: true }),
      aService({ id: 2, defaultOn: true, price: 0 }),
      aService({ id: 3 }),
    ],
    makerServices: [aService({ id: 3, defaultOn: true })],
    insurances: [anInsurance({ id: 1, defaultOn: true })],
  });
  const start = emptyDraft(sheet, 'MI');
  expect([start.serviceIds, start.makerServiceIds, start.insurances]).toEqual([[2], [], []]);
  expect(price(start, sheet).issues.filter(({ path }) => path !== 'customer')).toEqual([]);
  const html = renderToString(<Builder {...props(start, hashed(sheet))} />);
  expect(text(html).match(/Servizio · proposto/g)?.length).toBeGreaterThan(1);
});

test('a service that excludes a chosen one takes its place, which is said and can be undone', () => {
  const warranty = (id: number) => aService({ id, description: `Garanzia ${id}`, groups: ['garanzia'] });
  const told: { taken: string; gone: string[]; undo: () => void }[] = [];
  const store = createBuilder(props(aDraft({ serviceIds: [1] }), hashed({ services: [warranty(1), warranty(2)] })), {
    calls: { create: never, save: never, valueOf: ({ draft }) => draft },
    onDisplaced: (displaced) => told.push(displaced),
  });
  store.toggleService(2);
  expect([store.$draft.get().serviceIds, told[0]!.taken, told[0]!.gone]).toEqual([[2], 'Garanzia 2', ['Garanzia 1']]);
  told[0]!.undo();
  expect(store.$draft.get().serviceIds).toEqual([1]);
});

test('the card of a plan asks the deposit that the chosen plan asks, also where more is owed on the trade-in than it is worth', () => {
  const owed = aTradeIn({ valuation: 5_000_00, residualDebt: 7_000_00 });
  const sheet = hashed({ plans: [aPlan({ minDepositPercent: 10 })] });
  const draft = aDraft({ tradeIns: [owed], deposit: 3_000_00, financing: aChoice({ planId: 1, months: 60 }) });
  const store = open(props(draft, sheet));
  const ofDeposit = (issues: { path: string }[]) => issues.filter(({ path }) => path === 'deposit');
  const [card] = store.offers(60);
  expect(ofDeposit(card!.issues)).toEqual(ofDeposit(store.$priced.get().issues));
  expect(ofDeposit(card!.issues)).toHaveLength(1);
});

describe('plans beside each other', () => {
  const chosen = { financing: aChoice({ planId: 1 }), alternatives: [] };

  test('choosing one of them gives its place to the one chosen before; no plan stands there twice', () => {
    const two = putBeside(chosen, 2, 36, true);
    expect(two.alternatives).toMatchObject([{ planId: 2, months: 36, amount: chosen.financing.amount }]);
    const turned = choosePlan(two, 2, 36);
    expect([turned.financing?.planId, turned.alternatives.map(({ planId }) => planId)]).toEqual([2, [1]]);
    const third = choosePlan(two, 3, 48);
    expect([third.financing?.planId, third.alternatives.map(({ planId }) => planId)]).toEqual([3, [2]]);
  });

  test('there are three at most, all for the same amount, and the first one is the chosen one', () => {
    const none = { financing: null, alternatives: [] };
    const three = [4, 5, 6, 7].reduce<Pick<QuoteDraft, 'financing' | 'alternatives'>>(
      (draft, planId) => putBeside(draft, planId, 36, true),
      none,
    );
    expect(three.financing?.planId).toBe(4);
    expect(three.alternatives.map(({ planId }) => planId)).toEqual([5, 6]);
    const priced = withAmount(three, 9_000_00);
    expect([priced.financing, ...priced.alternatives].map((one) => one?.amount)).toEqual([
      9_000_00, 9_000_00, 9_000_00,
    ]);
    expect(putBeside(three, 5, 36, false).alternatives.map(({ planId }) => planId)).toEqual([6]);
  });
});

describe('the page of the server', () => {
  test('has all nine sections in their order, and what a quote holds of each', () => {
    const service = aService({
      id: 7,
      code: 'S7',
      description: 'Estensione di garanzia',
      price: 590_00,
      taxRate: 22,
      cost: null,
    });
    const start = aDraft({ serviceIds: [7], reducedVat: false });
    const html = renderToString(<Builder {...props(start, hashed({ services: [service] }))} />);
    expect([...html.matchAll(/<section[^>]* id="(\w+)"/g)].map(([, id]) => id)).toEqual([
      ...['version', 'customer', 'used', 'services', 'makerServices'],
      ...['incentives', 'insurances', 'financial', 'notes'],
    ]);
    expect(text(html)).toContain('Estensione di garanzia');
    expect(text(html)).toContain(money(590_00));
  });

  test('has them in the order that the company chose', () => {
    const sections = [...quoteSections].reverse();
    const html = renderToString(<Builder {...props(aDraft())} sections={sections} />);
    expect([...html.matchAll(/<section[^>]* id="(\w+)"/g)].map(([, id]) => id)).toEqual(sections);
  });

  test('says nothing of costs to who may not see them, and nothing of them before the eye is opened', () => {
    const start = aDraft({ tradeIns: [aTradeIn()] });
    expect(text(renderToString(<Builder {...props(start)} />))).not.toMatch(/Margine|Valore di ritiro/);
    const seen = text(renderToString(<Builder {...props(start, hashed({ costPercent: 86 }))} />));
    expect(seen).toContain('Mostra margine');
    expect(seen).not.toMatch(/Margine I|Costo di fattura|Valore di ritiro/);
  });

  test('a policy that is no longer sold is told and loses nothing that was typed', () => {
    const line = { tariffId: 99, months: 12, insuredValue: 20_000_00, inPlan: false };
    const store = open(props(aDraft({ insurances: [line] }), hashed({ insurances: [anInsurance()] })));
    expect(store.$problems.get()).toMatchObject([{ section: 'insurances', level: 'warning' }]);
    expect(store.$draft.get().insurances).toEqual([line]);
  });
});

test('a balance below zero has its remedy as one press', () => {
  const store = open(props(aDraft({ financing: aChoice({ amount: 90_000_00 }) })));
  const wrong = store.$problems.get().find(({ remedy }) => remedy);
  expect(wrong).toMatchObject({ section: 'financial', level: 'error' });
  store.change(wrong!.remedy!.change);
  expect(store.$priced.get().balance).toBeGreaterThanOrEqual(0);
});
