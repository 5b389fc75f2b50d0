/** What other programs call the fields of an accessory, and what they write into them. */
import { pricedHeads, stockMeanings } from '../record/priced-imported.ts';
import { words } from '../words.ts';

export const accessoryHeads: Readonly<Record<string, readonly string[]>> = {
  ...pricedHeads,
  makerId: words(
    'Marca, Marchio, Brand, Casa, Costruttore, Casa costruttrice, Marca auto, Marca veicolo, Make, Cod. marca, Marca vettura, Fabbricante, Per marca, Maker',
  ),
  modelId: words(
    'Modello, Modello auto, Modello veicolo, Model, Cod. modello, Per modello, Modello vettura, Applicazione, Applicabile a, Adatto a, Compatibilità, Compatibile con, Vettura, Gamma',
  ),
  fittingMinutes: words(
    'Minuti, Montaggio, Tempo montaggio, Tempo di montaggio, Tempo mont., T. montaggio, Manodopera, Minuti montaggio, Tempo, Tempario, Min., MIN_MONT, Minuti manodopera, Tempo posa',
  ),
  activeFrom: words(
    'Attivo dal, Valido dal, Data inizio, Inizio validità, Decorrenza, Dal, Valido da, In vigore dal, Data decorrenza, Data validità, Data listino, Valid from, Inizio vendita',
  ),
  activeTo: words(
    'Attivo al, Valido al, Data fine, Fine validità, Scadenza, Al, Valido fino al, Scade il, Data scadenza, Fino al, Valid to, Fine vendita, Data fine validità',
  ),
};

export const accessoryMeanings = { inStock: stockMeanings };
