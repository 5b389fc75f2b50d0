import { holdsAny } from '#domain/privileges.ts';
import { cards as words } from '../messages/it/menu.ts';
import { routes } from '../routes.ts';
import type { IconName } from '../ui/icon.ts';

type Name = keyof typeof words;

interface Card {
  name: Name;
  area: string;
  icon: IconName;
  privileges: readonly number[];
  /** Letter after `g` that goes there. */
  go: string;
}

const card = (name: Name, area: string, icon: IconName, go: string, ...privileges: number[]): Card => ({
  name,
  area,
  icon,
  privileges,
  go,
});

/** The 22 cards of the menu "Esplora", in the order and with the privileges of the specification §2. */
export const cards: readonly Card[] = [
  card('dashboard', '/dealer', 'gauge', 'd'),
  card('stock', '/dealer/stock', 'warehouse', 's', 1, 2),
  card('accessories', '/dealer/accessories', 'package', 'a', 3, 4),
  card('services', '/dealer/services', 'wrench', 'v', 5, 6),
  card('tyres', '/dealer/tyres', 'disc-3', 't', 7, 8),
  card('insurances', '/dealer/insurances', 'shield', 'i', 9, 10),
  card('financials', '/dealer/financials', 'landmark', 'f', 11, 12),
  card('quotes', '/dealer/quotes', 'file-text', 'p', 14, 15, 16, 17),
  card('users', '/dealer/users', 'users', 'u', 18, 19),
  card('customers', '/dealer/customers', 'contact', 'k', 20, 21),
  card('accesses', '/dealer/accesses', 'door-open', 'e', 22, 23, 24),
  card('leads', '/dealer/leads', 'magnet', 'l', 39, 40),
  card('contracts', '/dealer/contracts', 'file-signature', 'o', 27, 28, 29, 34),
  card('quotation', '/quotation', 'calculator', 'c', 13),
  card('usedEvaluation', '/dealer/usedEvaluation', 'scale', 'w', 36),
  card('calendars', '/dealer/calendars', 'calendar-days', 'm'),
  card('stats', '/dealer/stats', 'chart-line', 'z', 13, 25, 29, 31),
  card('reports', '/dealer/reports', 'chart-column', 'r', 28, 29, 33),
  card('files', '/dealer/files', 'folder', 'j'),
  card('preferences', '/dealer/preferences', 'sliders-horizontal', 'x', 26),
  card('imports', '/dealer/imports', 'upload', 'h', 28, 29),
  card('releases', '/dealer/releases', 'rocket', 'n', 28, 29),
];

/** Does the search find a dealer's records with these privileges, or pages only? */
export const findsRecords = (privileges: readonly number[]): boolean => holdsAny(privileges, [13, 14, 15, 16]);

export interface ShownCard extends Card {
  title: string;
  text: string;
  /** The area's page or its first built one; null: the area is not there yet and the card is disabled. */
  href: string | null;
}

/** The cards that a user with these privileges sees. */
export const cardsFor = (privileges: readonly number[]): ShownCard[] =>
  cards
    .filter((card) => holdsAny(privileges, card.privileges))
    .map((card) => {
      const [title, text] = words[card.name];
      const built = routes.filter(({ built, path }) => built && !path.includes('{'));
      const page =
        built.find(({ path }) => path === card.area) ??
        (card.area === '/dealer' ? undefined : built.find(({ path }) => path.startsWith(`${card.area}/`)));
      return { ...card, title, text, href: page?.path ?? null };
    });
