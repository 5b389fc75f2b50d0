/** The columns of a file of contracts, and what other programs call them. */
import { SUM_LIMIT } from '../money.ts';
import type { Field, Fields } from '../record/fields.ts';
import { saleChannels } from '../stock/terms.ts';
import { words } from '../words.ts';
import { contractFields } from './fields.ts';
import { contractKinds } from './terms.ts';

const line = { kind: 'text', maxLength: 160 } as const;
const past = { kind: 'day', span: 'recent', nullable: true } as const;

/** What a contract of a former system is; a contract that goes on has it already, and a file does not change it. */
export const formerFields = {
  number: { label: 'Numero', kind: 'text', maxLength: 40, required: 'Inserire il numero del contratto' },
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  plate: { label: 'Targa', kind: 'text', maxLength: 12 },
  vehicle: { ...line, label: 'Auto', required: 'Inserire l’auto' },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Non indicata', shown: 'maker' },
  customerId: {
    label: 'Codice fiscale o partita IVA del cliente',
    short: 'Cliente',
    head: 'Codice fiscale o partita IVA del cliente',
    kind: 'lookup',
    nullable: 'Non indicato',
    shown: 'customer',
  },
  sellerId: { label: 'Venditore', kind: 'lookup', required: 'Scegliere il venditore', shown: 'seller' },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Non indicata', shown: 'location' },
  kind: { label: 'Tipo', kind: 'choice', words: contractKinds, default: 'new' },
  channel: { label: 'Canale', kind: 'choice', words: saleChannels, default: 'retail' },
  total: { label: 'Totale', kind: 'money', max: SUM_LIMIT, isGross: true },
  financed: { label: 'Finanziato', kind: 'money', max: SUM_LIMIT, isGross: true, default: 0 },
  signedOn: { ...past, label: 'Firmato il', required: 'Inserire il giorno della firma' },
  billedOn: { ...past, label: 'Fatturato il' },
  deliveredOn: { ...past, label: 'Consegnato il' },
} as const satisfies Fields;

const { promisedOn, practiceNumber, resolvedOn, resolvedUntil, protocol } = contractFields;
/** What a file says of a contract that is not approved yet, as who sends it may say it by hand. */
export const officeFields = { promisedOn, practiceNumber, resolvedOn, resolvedUntil, protocol } as const;
export type OfficeKey = keyof typeof officeFields;

/** Read of `formerEnd`, and of no column of its own. */
const canceled = { label: 'Annullato', kind: 'flag', head: false } as const;

export const importedFields = { ...formerFields, canceled, ...officeFields } as const satisfies Fields;

/**
 * How a contract of a former system ended there. One that did not come about is no sale, and does not enter; one that
 * entered before counts no more from then on.
 */
export const formerEnd = {
  label: 'Stato',
  kind: 'choice',
  words: { valid: 'Valido', canceled: 'Annullato' },
  default: 'valid',
} as const satisfies Field;

export const contractHeads: Readonly<Record<string, readonly string[]>> = {
  number: words(
    'Numero, N. contratto, Numero contratto, Nr. contratto, Num. contratto, Contratto, Cod. contratto, Codice contratto, N. proposta, Numero proposta, Proposta, N. ordine, Numero ordine, Contract number, Contract no, NUM_CONTR, ID contratto, Rif. contratto, Num. documento, N. documento, Deal no, Deal number, Order no, Opportunity ID',
  ),
  vin: words(
    'Telaio, N. telaio, Numero telaio, Nr. telaio, Num. telaio, VIN, Chassis, Telaio veicolo, N.ro telaio, Telaio completo, VIN number, Codice telaio, Chassis number',
  ),
  plate: words(
    'Targa, TG, Targa veicolo, Targa auto, N. targa, Targa attuale, Num. targa, Plate, Numero targa, TARGA_VEI, License plate, Targa vettura, Registration number',
  ),
  vehicle: words(
    'Auto, Veicolo, Vettura, Descrizione veicolo, Descrizione auto, Descrizione vettura, Modello, Modello e versione, Vehicle, Automobile, Oggetto, Descrizione, Mezzo, Versione, Modello vettura, Modello auto, Modello veicolo, Model, Product, Prodotto',
  ),
  makerId: words(
    'Marca, Casa, Marchio, Brand, Costruttore, Casa costruttrice, Make, Marca auto, Marca veicolo, DES_MARCA, Maker, Marca vettura, Produttore',
  ),
  customerId: words(
    'Codice fiscale o partita IVA del cliente, Codice fiscale, Cod. fiscale, C.F., CF, Partita IVA, P.IVA, P. IVA, Codice fiscale cliente, CF cliente, P.IVA cliente, CF/P.IVA, Codice fiscale/Partita IVA, Cod. fisc., Tax code, Tax ID, Customer tax ID',
  ),
  sellerId: words(
    'Venditore, Nome venditore, Agente, Consulente, Commerciale, Addetto, Seller, Salesman, Operatore, Cod. venditore, Venditore assegnato, Consulente di vendita, Sales person, Owner, Des. venditore, Nominativo venditore',
  ),
  locationId: words(
    'Sede, Filiale, Punto vendita, Location, Luogo, Showroom, Salone, Cod. sede, Cod. filiale, Sede di vendita, Sede contratto, Sede vendita, Branch',
  ),
  kind: words(
    'Tipo, Tipo contratto, Tipologia, Nuovo/usato, Nuovo usato, N/U, Tipo vendita, Tipo veicolo, Categoria, Contract type, Tipo auto, Tipologia contratto, Genere, New/Used, Stock type',
  ),
  channel: words(
    'Canale, Canale di vendita, Canale vendita, Tipo cliente, Channel, Tipologia cliente, Mercato, Segmento cliente, Tipo canale, Cod. canale, Sales channel, Target',
  ),
  total: words(
    'Totale, Totale contratto, Importo, Importo totale, Valore, Prezzo, Prezzo totale, Tot. contratto, Totale IVA inclusa, Prezzo chiavi in mano, Amount, Total, Valore contratto',
  ),
  financed: words(
    'Finanziato, Importo finanziato, Finanziamento, Capitale finanziato, Tot. finanziato, Quota finanziata, Financed, Financed amount, Imp. finanziato, Valore finanziato, Totale finanziato, Erogato',
  ),
  signedOn: words(
    'Firmato il, Data firma, Data contratto, Data, Data stipula, Del, Stipulato il, Data ordine, Data vendita, Firma, Contract date, Signed on, DT_CONTR, Data documento, Data doc., Deal date, Order date, Close date, Signed at, Data chiusura',
  ),
  billedOn: words(
    'Fatturato il, Data fattura, Data fatturazione, Fattura del, Data fatt., Dt. fattura, Fatturazione, Invoice date, Billed on, Invoiced at, DT_FATT, Data doc. fattura, Data emissione fattura',
  ),
  deliveredOn: words(
    'Consegnato il, Data consegna, Consegna, Data di consegna, Consegna effettiva, Consegnata il, Data consegna effettiva, Delivered on, Delivery date, DT_CONS, Dt. consegna, Uscita, Delivered at, Handover date',
  ),
  promisedOn: words(
    'Consegna promessa, Data promessa, Promessa, Promessa il, Consegna prevista, Data consegna prevista, Prevista consegna, Consegna entro, Data prevista, Promised on, Arrivo previsto, Data consegna promessa',
  ),
  practiceNumber: words(
    'Numero di pratica, N. pratica, Numero pratica, Pratica, Pratica finanziamento, N. pratica finanziaria, Cod. pratica, Nr. pratica, Practice number, Num. pratica, Pratica n., Rif. pratica',
  ),
  resolvedOn: words(
    'Delibera del, Data delibera, Delibera, Deliberato il, Data di delibera, Approvazione finanziaria, Data esito, Esito del, Resolved on, DT_DELIB, Dt. delibera, Data approvazione pratica',
  ),
  resolvedUntil: words(
    'Delibera fino al, Delibera valida fino al, Scadenza delibera, Validità delibera, Fine delibera, Delibera scade il, Scad. delibera, Valida fino al, Data scadenza delibera, Resolved until, DT_SCAD_DELIB, Dt. scadenza delibera',
  ),
  protocol: words(
    'Protocollo, N. protocollo, Numero protocollo, Nr. protocollo, Prot., Prot. n., Num. protocollo, Protocol, Cod. protocollo, Rif. protocollo, N. prot., Protocollo interno',
  ),
  end: words(
    'Stato, Stato contratto, Annullato, Annullata, Annullamento, Status, Stage, Stato ordine, Stato documento, Situazione, Contract status, State, Stato vendita, Canceled, Cancelled',
  ),
};

/** The words of other programs for kinds and channels. */
export const contractMeanings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  kind: {
    new: words('N, Nuova, New, Auto nuova, Km 0, Vettura nuova'),
    used: words('U, Usata, Used, Auto usata, Aziendale, Vettura usata'),
    b2b: words('Commerciante, Ingrosso, Operatore'),
  },
  channel: {
    retail: words(
      'Retail, Privato, Dettaglio, Al dettaglio, Persona fisica, Cliente finale, PF, Azienda, Aziende, Società, Persona giuridica, PG, P.IVA, Partita IVA, Flotta, Flotte, Fleet, Ditta individuale, Professionista',
    ),
    business: words('Business, Km0, Km zero, Chilometri zero, Demo, Dimostrativa, Autoimmatricolata'),
    b2b: words('Commerciante, Commercianti, Operatore, Ingrosso, Rivenditore, Dealer, Wholesale'),
  },
  end: {
    valid: words(
      'Valido, Valida, Attivo, Concluso, Conclusa, Completato, Chiuso, Firmato, Fatturato, Consegnato, Consegnata, Pagato, Saldato, Evaso, Closed, Closed won, Won, Delivered, Invoiced, Completed',
    ),
    canceled: words(
      'Annullato, Annullata, Stornato, Stornata, Recesso, Receduto, Risolto, Rescisso, Decaduto, Rinunciato, Perso, Cancellato, Canceled, Cancelled, Closed lost, Lost, Void',
    ),
  },
};
