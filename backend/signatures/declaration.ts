/** Draws the declaration of acceptance: filled in and signed on the device, or to be signed on paper. */
import { day, telephone } from '#domain/italian.ts';
import { ADVANCED_LAW, identities, type Identity } from '#domain/signatures/advanced.ts';
import { drawingSvg } from '#domain/signatures/drawing.ts';
import { drawDocument, type readLetterhead } from '../documents/letterhead.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import type { Conditions } from './acceptances.ts';

export interface Declared {
  name: string;
  taxCode: string | null;
  paper: { paper: Identity; number: string; until: string } | null;
  phone: string | null;
  /** Who identifies the person. */
  witness: string;
  /** Empty: to be signed on paper. */
  drawing: string;
}

const statement =
  'Dichiaro di avere letto le condizioni qui sopra e di accettarle, di essere la persona del documento di riconoscimento indicato e di usare da solo il cellulare indicato. So che posso revocare in ogni momento.';

/** The declaration as PDF. */
export const drawDeclaration = (
  outside: Pick<HeavyCtx, 'files' | 'inside' | 'today'>,
  letterhead: Awaited<ReturnType<typeof readLetterhead>>,
  { conditions, version, insurance }: Conditions,
  { name, taxCode, paper, phone, witness, drawing }: Declared,
): Promise<Uint8Array> =>
  drawDocument(outside, letterhead, {
    template: 'signatures/declaration.typ',
    title: 'Adesione alla firma elettronica avanzata',
    number: `Condizioni ${version}`,
    footerLine: ADVANCED_LAW,
    view: {
      facts: [
        ['Nome e cognome', name],
        ['Codice fiscale', taxCode ?? ''],
        [
          'Documento di riconoscimento',
          paper ? `${identities[paper.paper]} ${paper.number}, valido fino al ${day(paper.until)}` : '',
        ],
        ['Cellulare confermato', phone ? telephone(phone) : ''],
      ],
      heading: `Condizioni, versione ${version}`,
      conditions: [...conditions.split('\n').filter((line) => line.trim() !== ''), `Assicurazione. ${insurance}`],
      statement,
      witness,
      drawing: drawing === '' ? '' : 'drawing.svg',
    },
    pictures: drawing === '' ? {} : { 'drawing.svg': Buffer.from(drawingSvg(drawing)) },
  });
