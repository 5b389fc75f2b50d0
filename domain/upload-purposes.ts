/** What files are sent for: what each may be, who sends it and who sees it. Limits of all uploads stand here and nowhere else. */
import { customerRights } from './customers/rights.ts';
import { anyOf } from './rights.ts';
import { stockRights } from './stock/rights.ts';
import { scan, type UploadKind } from './uploads/kinds.ts';

interface Purpose {
  label: string;
  kinds: readonly UploadKind[];
  mostBytes: number;
  /** Any one of these numbers opens it; none: nobody by its id alone. */
  send: readonly number[];
  see: readonly number[];
}

export const purposes = {
  stock_photo: {
    label: 'Foto di un’auto',
    kinds: ['picture'],
    mostBytes: 25_000_000,
    send: stockRights.change.all,
    see: stockRights.see.all,
  },
  /** Papers of a car: seen through the car, those of its purchase by who may see costs (domain/stock/papers.ts). */
  stock_paper: {
    label: 'Documento di un’auto',
    ...scan,
    send: stockRights.change.all,
    see: [],
  },
  /** Identity papers: seen through the customer who shows them, which is noted. */
  customer_document: {
    label: 'Documento di un cliente',
    ...scan,
    send: anyOf(customerRights.change),
    see: [],
  },
} as const satisfies Record<string, Purpose>;
export type UploadPurpose = keyof typeof purposes;

/** The most that any upload may be; what is larger is refused while it comes. */
export const MOST_UPLOAD_BYTES = Math.max(...Object.values(purposes).map(({ mostBytes }) => mostBytes));

/** Pixels of the longer side of the two sizes. */
export const SIDES = { large: 1920, small: 480 } as const;
export type UploadSize = keyof typeof SIDES;
/** Pixels that a picture may unfold to. */
export const MOST_PIXELS = 64_000_000;
/** Hours after which a file that no record holds is deleted; until then a removal can be undone. */
export const KEPT_HOURS = 24;
/** Files that no record holds, of a person and of all of a company; one more, and the oldest goes. */
export const MOST_UNUSED = { person: 100, company: 1000 };
