/** Purposes of uploads: accepted types, who may send and who may see them. All limits of uploads are here. */
import { contractRights, reservedSeenWith } from './contracts/rights.ts';
import { customerRights } from './customers/rights.ts';
import { privileges as p } from './privileges.ts';
import { anyOf, seers } from './record/rights.ts';
import { stockRights } from './stock/rights.ts';
import { valuationRights } from './valuations/rights.ts';
import { scan, type UploadKind } from './uploads/kinds.ts';

export interface Purpose {
  label: string;
  kinds: readonly UploadKind[];
  mostBytes: number;
  /**
   * One of these privileges is enough to send the file (none: everybody sends it), or to see it by its id (none: only its
   * record shows it).
   */
  send: readonly number[];
  /** The manufacturer's people send it, and no dealer's; absent: the other way round. */
  manufacturer?: true;
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
  /**
   * Papers of a car, read through the car; papers of its purchase only by people who may see costs
   * (domain/stock/papers.ts).
   */
  stock_paper: {
    label: 'Documento di un’auto',
    ...scan,
    send: stockRights.change.all,
    see: [],
  },
  /** Photos of the damages of a car that is valued, read through the valuation. */
  valuation_photo: {
    label: 'Foto di un danno',
    kinds: ['picture'],
    mostBytes: 25_000_000,
    send: anyOf(valuationRights.change),
    see: [],
  },
  /** The scan of a document that was signed by hand, read through its signature. */
  signed_paper: {
    label: 'Documento firmato a mano',
    ...scan,
    send: [p.makeContracts, p.validateContracts, p.manageAllContracts],
    see: [],
  },
  /** Identity documents, read through the customer; each reading is audited. */
  customer_document: {
    label: 'Documento di un cliente',
    ...scan,
    send: anyOf(customerRights.change),
    see: [],
  },
  /** What proves a claim, read through it: its payer reads it, too. */
  claim: {
    label: 'Prova di un rimborso',
    ...scan,
    send: reservedSeenWith,
    see: [],
  },
  /** Attachments of a contract and proofs of its objectives, read through the contract. */
  contract: {
    label: 'Allegato di un contratto',
    ...scan,
    send: seers(contractRights),
    see: [],
  },
  /** What somebody shows the manufacturer with a question, read through it. */
  ticket: {
    label: 'Allegato di un ticket',
    ...scan,
    send: [],
    see: [],
  },
  /** What the manufacturer sends with its answer, read through the question. */
  ticket_answer: {
    label: 'Allegato di una risposta',
    ...scan,
    send: [p.managePreferences],
    manufacturer: true,
    see: [],
  },
  /** Pictures of a version, which dealers see once their edition is published. */
  catalog_image: {
    label: 'Immagine di una versione',
    kinds: ['picture'],
    mostBytes: 25_000_000,
    send: [p.managePreferences],
    manufacturer: true,
    see: [],
  },
} as const satisfies Record<string, Purpose>;
export type UploadPurpose = keyof typeof purposes;

/** The most bytes of any upload; a larger one is refused while it arrives. */
export const MOST_UPLOAD_BYTES = Math.max(...Object.values(purposes).map(({ mostBytes }) => mostBytes));

/** Longer side of the two sizes, in pixels. */
export const SIDES = { large: 1920, small: 480 } as const;
export type UploadSize = keyof typeof SIDES;
export const MOST_PIXELS = 64_000_000;
/** Hours after which an upload that no record holds is deleted; until then a removal can be undone. */
export const KEPT_HOURS = 24;
/** For how long, and for how many files, a phone may send by the link of a QR code. */
export const PHONE_MINUTES = 15;
export const PHONE_FILES = 10;
/** For how long a file may be on its way from a phone: as long as the servers wait for one, and for its redrawing. */
export const TRAVEL_MINUTES = 3;
/** The most uploads that no record holds, of a person and of a company; one more deletes the oldest. */
export const MOST_UNUSED = { person: 100, company: 1000 };
