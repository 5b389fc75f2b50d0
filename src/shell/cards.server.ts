import { holdsAny, privileges as p } from '#domain/privileges.ts';
import { cards as words, shell } from '../messages/it/shell.ts';
import { routes } from '../routes.ts';
import type { IconName } from '../ui/icon.ts';

type Name = keyof typeof words;

interface Card {
  name: Name;
  area: string;
  icon: IconName;
  privileges: readonly number[];
  /** The letter that opens the card when typed after `g`. */
  go: string;
}

/** By default a card is visible to people who may open the area's page; the specification names other privileges for some. */
const card = (
  name: Name,
  area: string,
  icon: IconName,
  go: string,
  privileges = routes.find(({ path }) => path === area)!.privileges,
): Card => ({ name, area, icon, privileges, go });

/** The 22 cards of the menu "Esplora" in the order of the specification §2. */
export const cards: readonly Card[] = [
  card('dashboard', '/dealer', 'gauge', 'd'),
  card('stock', '/dealer/stock', 'warehouse', 's'),
  card('accessories', '/dealer/accessories', 'package', 'a'),
  card('services', '/dealer/services', 'wrench', 'v'),
  card('tyres', '/dealer/tyres', 'disc-3', 't'),
  card('insurances', '/dealer/insurances', 'shield', 'i'),
  card('financials', '/dealer/financials', 'landmark', 'f'),
  card('quotes', '/dealer/quotes', 'file-text', 'p', [
    p.manageOwnQuotes,
    p.seeAllQuotes,
    p.manageAllQuotes,
    p.manageB2bQuotes,
  ]),
  card('users', '/dealer/users', 'users', 'u'),
  card('customers', '/dealer/customers', 'contact', 'k'),
  card('accesses', '/dealer/accesses', 'door-open', 'e'),
  card('leads', '/dealer/leads', 'magnet', 'l', [p.seeAllLeads, p.manageAllLeads]),
  card('contracts', '/dealer/contracts', 'file-signature', 'o', [
    p.makeContracts,
    p.validateContracts,
    p.manageAllContracts,
    p.seeAllContracts,
  ]),
  card('quotation', '/quotation', 'calculator', 'c'),
  card('usedEvaluation', '/dealer/usedEvaluation', 'scale', 'w'),
  card('calendars', '/dealer/calendars', 'calendar-days', 'm'),
  card('stats', '/dealer/stats', 'chart-line', 'z'),
  card('reports', '/dealer/reports', 'chart-column', 'r'),
  card('files', '/dealer/files', 'folder', 'j'),
  card('preferences', '/dealer/preferences', 'sliders-horizontal', 'x'),
  card('imports', '/dealer/imports', 'upload', 'h'),
  card('releases', '/dealer/releases', 'rocket', 'n', [p.validateContracts, p.manageAllContracts]),
];

/** True when the search covers a dealer's records with these privileges, false when it covers pages only. */
const findsRecords = (privileges: readonly number[]): boolean =>
  holdsAny(privileges, [
    ...[
      p.createQuotes,
      p.manageOwnQuotes,
      p.seeAllQuotes,
      p.manageAllQuotes,
      p.manageB2bQuotes,
      p.seeStock,
      p.manageStock,
      p.seeCustomers,
      p.manageCustomers,
      p.registerAccesses,
      p.seeUsers,
      p.manageUsers,
    ],
  ]);

export interface ShownCard extends Card {
  title: string;
  text: string;
  /** The area's page or the first of its pages that is built; null when none is, and the card is disabled. */
  href: string | null;
}

/** The cards that a user with these privileges sees. */
export const cardsFor = (privileges: readonly number[]): ShownCard[] =>
  cards
    .filter((card) => holdsAny(privileges, card.privileges))
    .map((card) => {
      const [title, text] = words[card.name];
      const built = routes.filter(
        (route) => route.built && !route.path.includes('{') && holdsAny(privileges, route.privileges),
      );
      const page =
        built.find(({ path }) => path === card.area) ??
        (card.area === '/dealer' ? undefined : built.find(({ path }) => path.startsWith(`${card.area}/`)));
      return { ...card, title, text, href: page?.path ?? null };
    });

/** What the search of a person asks for, as a dealer or (`fms`) as the manufacturer; null: it covers pages only. */
export const searchedBy = (privileges: readonly number[], fms: boolean): string | null => {
  if (fms) return shell.searchNetwork;
  return findsRecords(privileges) ? shell.search : null;
};
