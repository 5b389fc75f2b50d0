import { expect, test } from 'vitest';
import { addDays, addMonths, dayInRome } from '#domain/dates.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import type { Report } from '#domain/reports/report.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';

/** Pages that are asked for at once: one processor renders them. */
const AT_ONCE = 4;
/** Pages of rows that are added up; of a longer list the foot alone is compared. */
const MOST_PAGES = isSoak ? Infinity : 3;
const today = dayInRome(new Date());
const year = `from=${addDays(addMonths(today, -12), 1)}&to=${today}`;

/** Where the numbers of the statistics and reports stand. */
const pages = [
  '/dealer/stats',
  `/dealer/stats/accesses?${year}`,
  '/dealer/stats/daily',
  `/dealer/stats/seller_stats?${year}`,
  ...['new_pieces', 'value', 'financial'].map((one) => `/dealer/stats/objectives?objective=${one}`), // prettier-ignore
  `/dealer/stats/commissions?month=${addMonths(today, -1).slice(0, 7)}`,
  '/dealer/reports',
  // Warranties of cars that were sold in this year end ahead.
  ...Object.keys(reports).map((name) => `/dealer/reports/${name}?${year}${name === 'usedWarranty' ? '&basis=delivered' : ''}`), // prettier-ignore
];

let cookie = '';
async function html(path: string): Promise<string> {
  const answer = await fetch(serverUrl() + path, { headers: { cookie }, redirect: 'manual' });
  return answer.status === 200 ? answer.text() : `status ${answer.status}`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#38': '&', '#39': "'", '#34': '"', '#x27': "'" }; // prettier-ignore
const decoded = (text: string) => text.replace(/&([a-z]+|#x?[\da-f]+);/g, (all, name: string) => entities[name] ?? all);
const textOf = (markup: string) => decoded(markup.replace(/<[^>]*>/g, ' ')).replace(/[\s\u00a0]+/g, ' ').trim(); // prettier-ignore
/** A number as it is written on screen: `−1.234,50 €`. */
const numberOf = (text: string) =>
  Number(
    text
      .replace(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );
const cellsOf = (markup: string, tag: 'tbody' | 'tfoot', label: string): string[] =>
  [...markup.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
    .flatMap(([, body]) => [...body!.matchAll(/<td([^>]*)>([\s\S]*?)<\/td>/g)])
    .filter(([, attributes]) => decoded(/data-label="([^"]*)"/.exec(attributes!)?.[1] ?? '') === label)
    .map(([, , cell]) => textOf(cell!.replace(/<small[\s\S]*?<\/small>/g, '')));
const added = (texts: readonly string[]) => texts.reduce((sum, text) => sum + (/\d/.test(text) ? Math.round(numberOf(text) * 100) : 0), 0); // prettier-ignore

interface Figure {
  /** Where it leads. */
  to: string;
  /** As it is written; a share or a mean, where it is neither a count nor an amount. */
  shown: string;
}

/** The numbers of a page that lead to rows or to another page of figures. */
function figuresOf(path: string, page: string): Figure[] {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  return [...main.matchAll(/<a\s([^>]*)>([\s\S]*?)<\/a>(\s*<progress[^>]*value="(\d+)")?/g)].flatMap(
    ([, attributes, inner, , drawn]) => {
      const href = decoded(/href="([^"]*)"/.exec(attributes!)?.[1] ?? '');
      const { pathname, search } = new URL(href, serverUrl() + path);
      const isRows = /[?&](view=rows|figure=|\w+From=|from=)/.test(search) || /\/(commissions|reports|stats)\/\w+$/.test(pathname); // prettier-ignore
      const bold = /<b[^>]*>([\s\S]*?)<\/b>/.exec(inner!)?.[1];
      const large = /<span class="value[^>]*>([\s\S]*?)<\/span>/.exec(inner!)?.[1];
      const shown = drawn ?? textOf(large ?? bold ?? inner!.replace(/<small[\s\S]*?<\/small>/g, ''));
      return isRows && !/download|class="btn/.test(attributes!) && /^(fatti )?[+−-]?\d[\d.,]*( [€%]| min)?$/.test(shown)
        ? [{ to: pathname + search, shown: shown.replace('fatti ', '') }]
        : [];
    },
  );
}
/**
 * Numbers of a table, and above bars of days, that lead nowhere. A chart says in a table what stands below it, a forecast counts nothing, and below
 * the statements stands what these rows come to.
 */
function unopened(page: string): string[] {
  const tables = page.replace(/<figcaption[\s\S]*?<\/figcaption>/g, '').replace(/<tr class="[^"]*sub[\s\S]*?<\/tr>/g, ''); // prettier-ignore
  const bars = [...page.replace(/<a\s[\s\S]*?<\/a>/g, '').matchAll(/<text class="sum[^>]*>([^<]*)</g)].map(([, sum]) => `bar of ${sum!.trim()}`); // prettier-ignore
  const cells = [...tables.matchAll(/<td[^>]*data-label="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)].flatMap(
    ([, label, cell]) => {
      const text = textOf(cell!.replace(/<small[\s\S]*?<\/small>/g, ''));
      const isLeft = /^[+−-]?\d[\d.,]*( [€%]| min)?$/.test(text) && numberOf(text) !== 0 && !/<a\s/.test(cell!);
      return isLeft && !label!.endsWith('previsti') ? [`${label}: ${text}`] : [];
    },
  );
  return [...bars, ...cells];
}
const isAmount = (shown: string) => /€$/.test(shown);
const isCount = (shown: string) => /^\d[\d.]*$/.test(shown);
/** Amounts may be shown in whole euros, and means are rounded. */
const equal = (shown: string, other: number) => Math.abs(numberOf(shown) - other) <= (/,/.test(shown) ? 0.005001 : 0.5);

/** Why the rows of a report do not come to what its number says; null: they do. */
async function reportFault({ to, shown }: Figure, page: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(to, serverUrl());
  const report: Report = reports[pathname.split('/').at(-1) as ReportName];
  const column = searchParams.get('column') ?? report.main;
  const { label } = report.columns[column]!;
  const sums = cellsOf(page, 'tfoot', label);
  if (searchParams.get('view') !== 'rows')
    return (sums[0] ?? 'nothing') === (numberOf(shown) === 0 ? 'nothing' : shown) ? null : `the total is ${sums[0]}`;
  const rows = cellsOf(page, 'tbody', label);
  if (sums[0] !== shown) return `the foot says ${sums[0]}`;
  let pages = 1;
  for (let next = page, at = to; /offset=\d+[^"]*"[^>]*>\s*Successiv/.test(next); pages++) {
    if (pages === MOST_PAGES) return null;
    at = `${pathname}${decoded(/href="([^"]*offset=\d+[^"]*)"[^>]*>\s*Successiv/.exec(next)![1]!)}`;
    next = await html(at);
    rows.push(...cellsOf(next, 'tbody', label));
  }
  return added(rows) === added([shown]) ? null : `${rows.length} rows come to ${added(rows) / 100}`;
}

/** What a list says below its rows, over all their states. */
function sumsOf(page: string): number[] {
  const table = /<table class="list-sums">([\s\S]*?)<\/table>/.exec(page)?.[1];
  if (table === undefined)
    return [...page.matchAll(/<span class="sum">([\s\S]*?)<\/nav>/g)]
      .flatMap(([, said]) => textOf(said!).match(/[−-]?[\d.]+,\d\d €/g) ?? [])
      .map(numberOf);
  const cells = [...table.matchAll(/data-label="([^"]*)">([^<]*)</g)];
  const byLabel = Map.groupBy(cells, ([, label]) => label);
  return [...byLabel.values()].map((of) => added(of.map(([, , text]) => textOf(text!))) / 100);
}

/** The same of a list of records, and of the figure's own rows. */
function listFault({ to, shown }: Figure, page: string): string | null {
  const isOwn = to.startsWith('/dealer/stats/rows');
  const said = isOwn ? textOf(/<\/header>\s*<p[^>]*>([\s\S]*?)<\/p>/.exec(page)?.[1] ?? '') : '';
  const count = numberOf(
    isOwn ? (/^[\d.]+/.exec(said)?.[0] ?? 'x') : (/role="status">([\d.]+)/.exec(page)?.[1] ?? 'x'),
  );
  const facts = isOwn ? said.split(' · ').slice(1).map((fact) => fact.split(' ').slice(-2).join(' ')) : []; // prettier-ignore
  const numbers = [count, ...facts.filter((fact) => /\d/.test(fact)).map(numberOf)];
  if (!(count > 0)) return numberOf(shown) === 0 ? null : `${count} rows`;
  if (isCount(shown)) return numbers.includes(numberOf(shown)) ? null : numbers.join(', ');
  if (!isAmount(shown)) return null;
  const amounts = isOwn ? numbers : sumsOf(page);
  // A mean of what is listed, or a difference.
  const made = amounts.flatMap((one) => numbers.flatMap((other) => [one, one / other, one - other]));
  return made.some((one) => equal(shown, one)) ? null : `${amounts.join(', ')} of ${count}`;
}

async function faultOf(figure: Figure): Promise<string | null> {
  const page = await html(figure.to);
  if (page.startsWith('status')) return page;
  if (figure.to.startsWith('/dealer/reports/')) return reportFault(figure, page);
  // A page of figures says the same number itself.
  if (/^\/dealer\/stats\/(?!rows)/.test(figure.to)) return textOf(page).includes(figure.shown) ? null : 'not there';
  return listFault(figure, page);
}

/** What two addresses of the same column have in common: days, ids and groups are left out. */
function columnOf({ to }: Figure): string {
  const { pathname, searchParams } = new URL(to, serverUrl());
  const said = [...searchParams].map(([key, value]) => (key !== 'open' && /^[a-z_]+$/i.test(value) ? `${key}=${value}` : key)); // prettier-ignore
  return [pathname.replace(/\d+/g, '#'), ...said].join('&');
}

/** The numbers that are followed: each in the long profile, else the first and the last of a column. */
function followed(figures: readonly Figure[]): Figure[] {
  // The same number may stand twice on a page.
  const each = [...new Map(figures.map((one) => [one.to + one.shown, one])).values()];
  if (isSoak) return each;
  return [...Map.groupBy(each, columnOf).values()].flatMap((of) => [...new Set([of[0]!, of.at(-1)!])]);
}

test('every number of the statistics and reports leads to its rows, and the rows add up to it', async () => {
  const login = await fetch(`${serverUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: serverUrl() },
    body: JSON.stringify({ email: DEMO_USERS.admin, password: DEMO_PASSWORD }),
  });
  cookie = login.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '); // prettier-ignore
  const faults: string[] = [];
  const found: Record<string, number> = {};
  for (const path of pages) {
    const page = await html(path);
    const isList = path.includes('/commissions');
    faults.push(
      ...unopened(isList ? page.slice(0, page.indexOf('<tfoot')) : page).map(
        (left) => `${path}: ${left} does not open`,
      ),
    );
    const figures = figuresOf(path, page);
    const each = followed(figures);
    found[path] = figures.length;
    for (let at = 0; at < each.length; at += AT_ONCE)
      await Promise.all(
        each.slice(at, at + AT_ONCE).map(async (figure) => {
          const fault = await faultOf(figure);
          if (fault !== null) faults.push(`${path}: ${figure.shown} → ${figure.to}: ${fault}`);
        }),
      );
  }
  expect(Object.keys(found).filter((path) => found[path] === 0)).toEqual([]);
  expect(faults).toEqual([]);
});
