/** The layouts that every company begins with, and may go back to: they print what the product prints. */
import type { Condition, LayoutBlock, LayoutKind } from './terms.ts';

const block = (kind: string, title = '', text = '', id = kind): LayoutBlock => ({
  id,
  kind,
  title,
  text,
  when: 'always',
  hidden: false,
  sectionId: null,
});

/** A text of one annex. */
const inAnnex = (id: string, when: Condition, title: string, text: string): LayoutBlock => ({
  ...block('text', title, text, id),
  when,
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
    // Above the signatures, which stand under all that is agreed.
    block(
      'text',
      '',
      'La proposta è irrevocabile per dieci giorni; il contratto è concluso quando {Azienda dealer} la accetta per iscritto.',
      'acceptance',
    ),
    block('signatures', 'Firme'),
  ],
  annexes: [
    block('parties'),
    inAnnex(
      'acceptance',
      'annex_confirmation',
      'Accettazione',
      '{Azienda dealer} accetta la proposta di acquisto del contratto {Numero documento}, approvata il {Approvato il}, al prezzo complessivo di {Totale}.\n{Termine di consegna}',
    ),
    inAnnex(
      'declaration',
      'annex_trade_in',
      'Dichiarazione',
      'Chi cede dichiara, sotto la propria responsabilità, di essere proprietario dell’auto o autorizzato a cederla, che i chilometri indicati sono quelli percorsi per quanto gli è noto, che non ha subito danni gravi non dichiarati e che è libera da vincoli, ipoteche e fermi amministrativi, salvo il residuo indicato.',
    ),
    inAnnex(
      'object',
      'annex_addendum',
      'Oggetto',
      'Le parti modificano il contratto {Numero documento} nella valutazione dell’auto ritirata; il resto non cambia.',
    ),
    block('cars'),
    block('trade_ins'),
    block('revaluations'),
    block(
      'delivery',
      'Consegna',
      'Eseguito prima della consegna: {Preparazione}.\nChilometri alla consegna: ____________   Chiavi consegnate: ______   Carburante o carica: ____________\nL’acquirente ritira l’auto con chiavi e documenti, dopo averla vista e provata, e la trova conforme al contratto salvo quanto annotato qui sotto.\n{Annotazioni}',
    ),
    inAnnex(
      'condition',
      'annex_condition',
      'Stato d’uso',
      'Carrozzeria, meccanica, interni e pneumatici corrispondono a età e chilometri indicati. Difetti noti e ripristini:\n{Note}\nL’acquirente ha esaminato l’auto e questa scheda prima di concludere il contratto.',
    ),
    inAnnex(
      'privacy',
      'annex_privacy',
      'Informativa (art. 13 del Regolamento UE 2016/679)',
      'Titolare del trattamento è {Azienda dealer}. I dati servono a concludere ed eseguire il contratto (art. 6, par. 1, lett. b) e ad adempiere agli obblighi di legge (lett. c): immatricolazione o passaggio di proprietà, fatturazione, antiriciclaggio.\nSono comunicati, quanto serve, a pubblici registri, agenzie di pratiche, finanziarie e assicurazioni scelte dall’acquirente, costruttore per garanzia e richiami, consulenti fiscali.\nSi conservano dieci anni dalla fine del contratto (art. 2220 c.c.). L’interessato può chiedere accesso, rettifica, cancellazione, limitazione e portabilità, opporsi e reclamare al Garante. I consensi per comunicazioni commerciali sono facoltativi e si danno a parte.',
    ),
    block('signatures'),
  ],
  receipts: [
    block('customer'),
    block('statement'),
    block('amount'),
    block('details'),
    block('law'),
    block('signature'),
    block('place'),
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
  offers: [
    block('parties'),
    block('cars'),
    block('regimes', 'Totali per regime IVA'),
    block('total'),
    block('validity'),
    block('mentions'),
    block('notes', 'Note'),
    block('accounts'),
    block('conditions', 'Condizioni'),
    block('signatures'),
  ],
  stocks: [block('name'), block('picture'), block('price'), block('details'), block('equipment', 'Dotazioni')],
};
