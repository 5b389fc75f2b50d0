import { importKindNames } from '../imports/kinds.ts';
import { importKinds } from '../imports/terms.ts';
import { privileges as p } from '../privileges.ts';
import { SOON_WORDS } from '../quotes/limits.ts';

interface Kind {
  /** In the settings. */
  label: string;
  /** Who is ever told, and so sees the switches: holders of one of these numbers. */
  privileges: readonly number[];
  /** By mail too, until the person switches it. */
  mail: boolean;
}

const importers = importKindNames.flatMap((kind): number[] => [...importKinds[kind].privileges]);
const quoting = [p.createQuotes, p.manageOwnQuotes, p.manageAllQuotes];

/** What persons are told under the bell; each switches bell and mail of a kind in the settings. */
export const notificationKinds = {
  quote_expiring: { label: `Un preventivo scade ${SOON_WORDS}`, privileges: quoting, mail: false },
  quote_opened: { label: 'Il cliente ha aperto il preventivo', privileges: quoting, mail: false },
  quote_question: { label: 'Il cliente ha una domanda', privileges: quoting, mail: true },
  quote_accepted: { label: 'Il cliente ha accettato il preventivo', privileges: quoting, mail: true },
  quote_assigned: { label: 'Un collega affida dei preventivi', privileges: quoting, mail: false },
  customer_assigned: { label: 'Un collega affida dei clienti', privileges: [p.createQuotes], mail: false },
  message_failed: { label: 'Una e-mail al cliente non parte', privileges: quoting, mail: false },
  approval_asked: {
    label: 'Uno sconto aspetta la propria autorizzazione',
    privileges: [p.approveContracts],
    mail: false,
  },
  approval_decided: {
    label: 'Uno sconto chiesto è autorizzato o rifiutato',
    privileges: quoting,
    mail: false,
  },
  import_done: {
    label: 'Una importazione di molte righe è conclusa',
    privileges: [...new Set([p.validateContracts, p.manageAllContracts, ...importers])],
    mail: false,
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;

export interface Channels {
  bell: boolean;
  mail: boolean;
}
export type NotificationSettings = { [K in NotificationKind]?: Channels | undefined };

/** How a person wants to hear of a kind: as switched, else under the bell and as the kind says. */
export const channelsOf = (settings: NotificationSettings, kind: NotificationKind): Channels =>
  settings[kind] ?? { bell: true, mail: notificationKinds[kind].mail };
