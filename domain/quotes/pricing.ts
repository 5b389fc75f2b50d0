import { offerOf, planIssues } from '../financials/offers.ts';
import { inMoneyRange, netOf, percentOf, round } from '../money.ts';
import { countedIncentives, reduce, stateAid, type Lines } from './discounts.ts';
import { ipt } from './ipt.ts';
import { resolveOptions } from './options.ts';
import type { PriceSheet, QuoteDraft } from './schema.ts';
import { plateIssue } from './used.ts';

/**
 * One line of the total column and of the printed quote. `no` is the row of domain.md §2.3; amounts in cents, signed. A `sum` is what
 * all lines and discounts above it add up to; an `info` does not count.
 */
export interface Row {
  no: number;
  key: string;
  label: string;
  amount: number;
  kind: 'line' | 'discount' | 'sum' | 'info';
}

/** Something to mend or to know. `error` blocks issuing, `warning` does not. `path` is the draft's field. */
export interface Issue {
  level: 'error' | 'warning';
  path: string;
  message: string;
}

/** What a financing plan costs for a given amount (domain.md §2.12); amounts in cents, rates in percent. */
export interface Offer {
  planId: number;
  months: number;
  amount: number;
  capital: number;
  instalments: number;
  instalment: number;
  lastInstalment: number;
  balloon: number;
  interest: number;
  protection: number;
  totalDue: number;
  creditCost: number;
  tan: number;
  taeg: number;
}

export interface Priced {
  rows: Row[];
  /** Options that count: chosen ones and those that packs include. `included` ones cost nothing. */
  options: { id: number; name: string; code: string; kind: string; price: number; included: boolean }[];
  /** Rows 1–4 before discounts. */
  listTotal: number;
  /** What row 6 takes off, positive; so are `stateAid`, `tradeIn` (valuations less residual debts), `deposit` and `financed`. */
  discounts: number;
  /** Row 9: VAT-inclusive supply, its net part and VAT. */
  supply: number;
  net: number;
  vat: number;
  ipt: number;
  registration: number;
  /** Row 12: before state aid. */
  total: number;
  stateAid: number;
  /** Row 12 less row 13: what the seller calls "chiavi in mano". */
  keysInHand: number;
  tradeIn: number;
  deposit: number;
  financed: number;
  /** Row 16: balance at delivery. */
  balance: number;
  offer: Offer | null;
  /** First margin in cents and percent of the net price; null without costs (privilege 33). */
  margin: { amount: number; percent: number } | null;
  issues: Issue[];
}

/** Rows 1–5 before discounts. */
export function linesOf(draft: Pick<QuoteDraft, 'optionIds' | 'accessoryIds'>, sheet: PriceSheet): Lines {
  return linesFrom(resolveOptions(draft.optionIds, sheet).options, accessoriesOf(draft, sheet), sheet);
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function accessoriesOf(draft: Pick<QuoteDraft, 'accessoryIds'>, sheet: PriceSheet) {
  const ids = new Set(draft.accessoryIds);
  return sheet.accessories.filter((accessory) => ids.has(accessory.id));
}

function linesFrom(options: Priced['options'], accessories: PriceSheet['accessories'], sheet: PriceSheet): Lines {
  const ofKind = (...kinds: string[]) =>
    sum(options.filter((option) => kinds.includes(option.kind)).map((option) => option.price));
  const [list, optional, pack] = [sheet.version.listPrice, ofKind('optional'), ofKind('pack')];
  const paint = ofKind('colour', 'interior');
  const accessory = sum(accessories.map((each) => each.price));
  return { list, optional, pack, paint, accessory, listTotal: list + optional + pack + paint };
}

/**
 * VAT-inclusive cents by rate: accessories carry their own and share what is left of them after discounts in proportion, the last
 * rate taking the cents; everything else carries the sheet's.
 */
function byRate(
  main: number,
  accessoryPart: number,
  accessories: PriceSheet['accessories'],
  rate: number,
): Map<number, number> {
  const rates = new Map([[rate, main]]);
  const full = sum(accessories.map((each) => each.price));
  const own = [...new Set(accessories.map((each) => each.taxRate))].sort((a, b) => a - b);
  let left = accessoryPart;
  own.forEach((each, position) => {
    const price = sum(
      accessories.filter((accessory) => accessory.taxRate === each).map((accessory) => accessory.price),
    );
    const share = position === own.length - 1 ? left : Math.min(left, round((accessoryPart * price) / (full || 1)));
    left -= share;
    rates.set(each, (rates.get(each) ?? 0) + share);
  });
  return rates;
}

/**
 * First margin: net price of rows 1–4 after discounts, less the net cost, plus what payers refund of those discounts
 * (domain.md §2.15). Null without costs.
 */
function marginOf(sheet: PriceSheet, lines: Lines, reduced: ReturnType<typeof reduce>): Priced['margin'] {
  if (sheet.costPercent === null) return null;
  const rate = sheet.params.taxRate;
  const net = netOf(reduced.listPart, rate);
  const refunds = reduced.discounts
    .filter((discount) => discount.basis !== 'accessory')
    .map((discount) => percentOf(netOf(discount.amount, rate), discount.refundPercent));
  const amount = net - percentOf(netOf(lines.listTotal, rate), sheet.costPercent) + sum(refunds);
  return { amount, percent: net === 0 ? 0 : round((amount / net) * 10_000) / 100 };
}

const rangeMessage = 'Importo fuori dai limiti ammessi (±21.474.836 €)';

/** Amounts that a person typed, by their path in the draft. */
const typedAmounts = (draft: QuoteDraft): [string, number][] => [
  ['deposit', draft.deposit],
  ...(draft.financing ? [['financing.amount', draft.financing.amount] as [string, number]] : []),
  ...draft.tradeIns.flatMap((car, i): [string, number][] => [
    [`tradeIns.${i}.valuation`, car.valuation],
    [`tradeIns.${i}.residualDebt`, car.residualDebt],
  ]),
  ...draft.customDiscounts.map(({ amount }, i): [string, number] => [`customDiscounts.${i}`, amount ?? 0]),
];

/**
 * The whole quote from what the seller decided and the sheet of the day: the 16 rows of domain.md §2.3 with sums, VAT, margin, cost
 * of the financing and everything there is to mend. Same input, same answer, wherever it runs; it does not throw on odd drafts:
 * what the sheet does not know is left out with a warning.
 */
export function price(draft: QuoteDraft, sheet: PriceSheet): Priced {
  const { params, version } = sheet;
  const { options, issues } = resolveOptions(draft.optionIds, sheet);
  const add = (level: Issue['level'], path: string, message: string) => issues.push({ level, path, message });
  const rows: Row[] = [];
  let running = 0;
  const row = (no: number, key: string, label: string, amount: number, kind: Row['kind'] = 'line') => {
    if (kind === 'line' || kind === 'discount') running += amount;
    if (kind === 'sum' || amount !== 0) rows.push({ no, key, label, amount, kind });
  };

  const accessories = accessoriesOf(draft, sheet);
  const lines = linesFrom(options, accessories, sheet);
  if (draft.versionId !== version.id)
    add('error', 'versionId', 'Il listino è di un’altra versione: ricaricare la pagina');
  if (!(version.listPrice > 0)) add('error', 'versionId', 'La versione non ha un prezzo di listino in vigore');
  if (accessories.length < new Set(draft.accessoryIds).size)
    add('warning', 'accessoryIds', 'Un accessorio scelto non è più a listino e non è contato');
  row(1, 'list', 'Listino', lines.list);
  row(2, 'optional', 'Optional', lines.optional);
  row(3, 'pack', 'Pacchetti', lines.pack);
  row(4, 'paint', 'Colore e interni', lines.paint);
  row(5, 'accessory', 'Accessori', lines.accessory);

  const { counted, issues: incentiveIssues } = countedIncentives(draft, sheet, lines);
  const reduced = reduce(counted, draft, sheet, lines);
  issues.push(...incentiveIssues, ...reduced.issues);
  for (const { key, label, amount } of reduced.discounts) row(6, key, label, -amount, 'discount');
  row(7, 'road', 'Messa su strada', params.roadCost);
  row(8, 'tyres', 'Contributo PFU', params.tyreFee);

  const supply = running;
  const rates = byRate(supply - reduced.accessoryPart, reduced.accessoryPart, accessories, params.taxRate);
  const net = sum([...rates].map(([rate, gross]) => netOf(gross, rate)));
  row(9, 'supply', 'Totale fornitura', supply, 'sum');
  row(9, 'net', 'di cui imponibile', net, 'info');
  for (const [rate, gross] of rates)
    row(9, `vat-${rate}`, `di cui IVA ${String(rate).replace('.', ',')} %`, gross - netOf(gross, rate), 'info');

  const province = sheet.provinces.find((each) => each.code === draft.province);
  if (!province) add('error', 'province', 'Scegliere la provincia: serve per l’IPT');
  const transcription = province ? ipt(version.kw, province, params) : 0;
  const registration = sum(params.registration.map((each) => each.amount));
  row(10, 'ipt', `IPT ${province?.name ?? ''}, ${version.kw} kW`, transcription);
  row(11, 'registration', 'Bolli, emolumenti e targhe', registration);
  const total = running;
  const aids = stateAid(counted, draft, sheet, lines, total).filter((aid) => aid.amount > 0);
  if (aids.length > 0) row(12, 'total', 'Totale prima dei contributi statali', total, 'sum');
  for (const { key, label, amount } of aids) row(13, key, label, -amount, 'discount');
  const keysInHand = running;
  row(aids.length > 0 ? 13 : 12, 'keysInHand', 'Chiavi in mano', keysInHand, 'sum');

  const tradeIn = sum(draft.tradeIns.map((car) => car.valuation - car.residualDebt));
  const choice = draft.financing;
  const plan = choice && sheet.plans.find((each) => each.id === choice.planId);
  if (choice && !plan)
    add('warning', 'financing.planId', 'Il piano di finanziamento non è più disponibile e non è contato');
  const basis = { listTotal: lines.listTotal, keysInHand, upfront: draft.deposit + tradeIn };
  const offer = choice && plan ? offerOf(plan, choice, basis, params) : null;
  if (choice && plan) issues.push(...planIssues(plan, choice, basis));
  row(14, 'protection', 'Protezione del credito, nel finanziamento', offer?.protection ?? 0, 'info');
  draft.tradeIns.forEach((car, i) => {
    const name = car.plate || car.description;
    row(15, `tradeIn-${i}`, `${car.type === 'scrapping' ? 'Rottamazione' : 'Permuta'} ${name}`.trim(), -car.valuation);
    row(15, `debt-${i}`, 'Residuo da estinguere', car.residualDebt);
    const plate = plateIssue(car.plate);
    if (plate) add('warning', `tradeIns.${i}.plate`, plate);
    if (car.residualDebt > car.valuation)
      add('warning', `tradeIns.${i}.residualDebt`, 'Il residuo da estinguere supera la valutazione');
  });
  const financed = choice && plan ? choice.amount : 0;
  row(16, 'deposit', 'Anticipo', -draft.deposit);
  row(16, 'financed', 'Importo finanziato', -financed);
  const balance = running;
  row(16, 'balance', 'Saldo alla consegna', balance, 'sum');
  if (balance < 0) add('warning', 'balance', 'Il saldo è a favore del cliente');

  const amounts: [string, number][] = [
    ...typedAmounts(draft),
    ...rows.map(({ key, amount }): [string, number] => [key, amount]),
  ];
  if (offer) amounts.push(['financing.amount', offer.totalDue]);
  for (const [path, amount] of amounts) if (!inMoneyRange(amount)) add('error', path, rangeMessage);
  return {
    rows,
    options,
    listTotal: lines.listTotal,
    discounts: sum(reduced.discounts.map((discount) => discount.amount)),
    supply,
    net,
    vat: supply - net,
    ipt: transcription,
    registration,
    total,
    stateAid: total - keysInHand,
    keysInHand,
    tradeIn,
    deposit: draft.deposit,
    financed,
    balance,
    offer,
    margin: marginOf(sheet, lines, reduced),
    issues,
  };
}
