/** The layouts that every company begins with, and may go back to: they print what the product prints. */
import type { LayoutBlock, LayoutKind } from './terms.ts';

const block = (kind: string, title = '', text = '', id = kind): LayoutBlock => ({
  id,
  kind,
  title,
  text,
  when: 'always',
  hidden: false,
  sectionId: null,
});

export const standardLayouts: Readonly<Record<LayoutKind, readonly LayoutBlock[]>> = {
  contracts: [
    block('parties'),
    block('vehicle'),
    block('price', 'Prezzo'),
    block(
      'trade_ins',
      'Auto ritirata in permuta o rottamazione',
      'Valore complessivo {Valore permute}, al netto dei residui. La valutazione vale per lo stato dichiarato: alla consegna l’auto si ricontrolla e una differenza si concorda per iscritto.',
    ),
    block('payments', 'Pagamenti'),
    block('financing', 'Finanziamento'),
    block('delivery', 'Consegna'),
    block('warranty'),
    block('notes', 'Note'),
    block('clauses', 'Condizioni'),
    block('signatures', 'Firme'),
    block(
      'text',
      '',
      'La proposta è irrevocabile per dieci giorni; il contratto è concluso quando {Azienda dealer} la accetta per iscritto.',
      'acceptance',
    ),
  ],
  quotes: [
    block('parties'),
    block('vehicle'),
    block('price'),
    block('payment'),
    block('validity'),
    block('page_break'),
    block('financing', 'Esempio di finanziamento'),
    block('trade_ins', 'Usato ritirato'),
    block('included', 'Che cosa comprende il prezzo'),
    block('equipment', 'Dotazioni'),
    block('notes', 'Note'),
    block('accounts'),
    block('conditions', 'Condizioni'),
    block('signatures'),
    block('schedules'),
  ],
  stocks: [block('name'), block('picture'), block('price'), block('details'), block('equipment', 'Dotazioni')],
};
