/** What other programs call the fields that every priced list has. */
import { words } from '../words.ts';

export const pricedHeads = {
  code: words(
    'Codice, Cod., Cod. articolo, Codice articolo, COD_ART, CODART, Articolo, Cod. art., Codice prodotto, Cod. prodotto, Riferimento, Rif., Ricambio, N. ricambio, Numero ricambio, Part number, Part no, P/N, SKU, ID articolo, Codice interno, Codice ricambio, Item, Codice servizio, Cod. servizio',
  ),
  description: words(
    'Descrizione, Descr., Descrizione articolo, Desc., DES_ART, DESCRIZ, Descr. articolo, Descrizione prodotto, Denominazione, Nome articolo, Nome, Articolo descrizione, Description, Testo, Descrizione 1, Descrizione servizio, Descrizione estesa, Servizio, Prodotto, Bezeichnung',
  ),
  price: words(
    'Prezzo, Prezzo di vendita, Prezzo vendita, Pr. vendita, PRZ_VEND, Prezzo listino, Prezzo di listino, Listino, Listino 1, Prezzo al pubblico, Prezzo pubblico, Pubblico, Prezzo IVA inclusa, Prezzo ivato, P. vendita, Importo, Price, Prezzo consigliato, PVP, Prezzo cliente, Prezzo unitario, Tariffa, Euro, Prezzo (IVA incl.), List price, Prezzo consigliato al pubblico',
  ),
  cost: words(
    'Costo, Costo acquisto, Costo di acquisto, Prezzo acquisto, Prezzo di acquisto, Pr. acquisto, PRZ_ACQ, Costo medio, Costo ultimo, Ultimo costo, Costo netto, Netto, Prezzo netto, Netto concessionario, Costo concessionario, Prezzo concessionario, Cost, Dealer price, Costo standard, Costo unitario',
  ),
  taxRate: words(
    'IVA, Aliquota IVA, Aliq. IVA, ALIQ, Aliquota, % IVA, IVA %, Cod. IVA, Codice IVA, Perc. IVA, C. IVA, VAT, VAT %, Aliq., Tax, IVA vendite',
  ),
  inStock: words(
    'Disponibile, Disponibile in magazzino, Giacenza, Disponibilità, Giac., Esistenza, Magazzino, In stock, Qta, Q.tà, Quantità, Qty, Stock, Disp., In giacenza, Scorta, Pezzi, Giacenza attuale, Qta disponibile, A magazzino',
  ),
};

/** Whether a quantity means that there is some. */
export const stockMeanings = {
  true: words('Disponibile, In giacenza, Presente, A magazzino, Pronta consegna, In stock, Ok'),
  false: words('Esaurito, Non disponibile, Assente, Da ordinare, Su ordinazione, In ordine, Fuori stock'),
};
