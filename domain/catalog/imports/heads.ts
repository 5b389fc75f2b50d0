/** What other programs call the columns of a price list with options, and what they write into them. */
import { words } from '#domain/words.ts';

export const lineHeads: Readonly<Record<string, readonly string[]>> = {
  code: words(
    'Codice optional, Cod. optional, Optional, Codice, Codice opt, Cod. opt., Opt, OPT_CODE, Codice opzione, Opzione, Option code, Codice accessorio, Equipaggiamento, Cod. equipaggiamento, Codice dotazione',
  ),
  name: words(
    'Descrizione, Descr., Descrizione optional, Nome, Nome optional, Denominazione, Testo, Description, Desc., Descrizione opzione, Descrizione estesa, Descrizione breve, Option name, Descrizione dotazione',
  ),
  kind: words(
    'Tipo, Tipologia, Tipo optional, Categoria, Classe, Gruppo, Genere, Type, Kind, Tipo opzione, Tipo dotazione, Famiglia, Option type',
  ),
  standard: words(
    'Di serie, Serie, Standard, Std, Dotazione di serie, Incluso, Inclusa, Compreso, Di serie S/N, S/N serie, Std/opt, In dotazione, Series',
  ),
  price: words(
    'Prezzo, Prezzo optional, Prezzo di listino, Listino, Prezzo al pubblico, Prezzo IVA inclusa, Prezzo ivato, Importo, Price, Prezzo opzione, PVP, List price, Euro, Prz.',
  ),
  versionCode: words(
    'Codice versione, Cod. versione, Versione, Codice modello, Cod. mod., Modello, Version, Version code, Codice MVS, MVS, Codice vettura, Cod. vettura, Codice allestimento, Sigla versione',
  ),
  edition: words(
    'Edizione, Edizione listino, Nome edizione, Listino di destinazione, Edition, Bozza, Nome listino, Listino nome, Edizione del listino, Catalogo, Release, Uscita, Edizione bozza',
  ),
};

export const lineMeanings = {
  kind: {
    colour: words('Colore, Colori, Vernice, Carrozzeria, COL, Tinta, Paint, Colour'),
    interior: words('Interno, Interni, Rivestimento, Selleria, INT, Trim, Interior'),
    optional: words('Optional, OPT, Opzione, Accessorio, Equipaggiamento, Option'),
    pack: words('Pacchetto, Pack, PAK, Pacchetti, Package'),
  },
  standard: {
    true: words('Di serie, Serie, S, STD, Standard, Incluso'),
    false: words('A pagamento, Optional, O, OPT, A richiesta, Option'),
  },
};
