/** What other programs call the fields of a tyre, and what they write into them. */
import { pricedHeads, stockMeanings } from '../record/priced-imported.ts';
import { words } from '../words.ts';

const { description: _, ...heads } = pricedHeads;

export const tyreHeads: Readonly<Record<string, readonly string[]>> = {
  ...heads,
  brand: words(
    'Marca, Marchio, Brand, Produttore, Casa, Costruttore, Marca gomma, Marca pneumatico, Fabbricante, Make, Cod. marca, Marca pneu, Manufacturer, Fornitore',
  ),
  model: words(
    'Modello, Disegno, Battistrada, Profilo, Pattern, Model, Modello gomma, Modello pneumatico, Descrizione, Linea, Nome, Tipo battistrada, Prodotto, Articolo descrizione, Descr.',
  ),
  size: words(
    'Misura, Dimensione, Dimensioni, Size, Mis., Misura completa, Formato, Misura pneumatico, Misura gomma, Mis. pneumatico, Dimensione pneumatico, Descrizione misura, Taglia, Misure',
  ),
  season: words(
    'Stagione, Stagionalità, Tipo, Tipologia, Season, Stag., Estivo/Invernale, Tipo gomma, Tipo pneumatico, Utilizzo, Uso, E/I, Categoria, Periodo',
  ),
  fuelClass: words(
    'Consumo, Etichetta: consumo, Classe consumo, Classe di consumo, Efficienza, Efficienza energetica, Resistenza al rotolamento, Fuel, Fuel class, Label consumo, Etichetta consumo, Rotolamento, Rolling resistance, RR',
  ),
  wetClass: words(
    'Bagnato, Etichetta: bagnato, Classe bagnato, Aderenza bagnato, Aderenza sul bagnato, Frenata bagnato, Wet, Wet grip, Label bagnato, Etichetta bagnato, Wet class, Grip bagnato, WG',
  ),
  noiseDb: words(
    'Rumore dB, Etichetta: rumore, dB, Decibel, Rumorosità, Rumore (dB), Rumorosità dB, Noise, Noise dB, Rumore esterno, Livello rumore, Etichetta rumore, Db rumore, Decibel rumore, Rumore in dB, Livello sonoro',
  ),
  noiseClass: words(
    'Rumore, Classe di rumore, Classe rumore, Noise class, Onde, Classe rumorosità, Classe acustica, Label rumore, Onde rumore, Cl. rumore, Rumore classe, Noise waves',
  ),
  snow: words(
    '3PMSF, Simbolo alpino, Simbolo alpino (3PMSF), Neve, Snow, Omologazione neve, M+S, Fiocco, Snowflake, Simbolo neve, Fiocco di neve, Omologato neve, Winter',
  ),
  pfu: words(
    'PFU, Categoria PFU, Contributo PFU, Cat. PFU, Classe PFU, Contributo ambientale, Codice PFU, Cod. PFU, Eco contributo, Ecocontributo, PFU categoria, Tipo PFU, Fascia PFU',
  ),
};

export const tyreMeanings = {
  inStock: stockMeanings,
  season: {
    summer: words('E, Estivo, Estiva, Estivi, Est., Estate, Summer, S, SU, Sommer, Estive'),
    winter: words('I, Invernale, Invernali, Inv., Inverno, Winter, W, WI, Neve, Termica, Termico, M+S'),
    allSeason: words(
      '4S, 4 stagioni, Quattro stagioni, All season, All seasons, AS, A, Allseason, All-season, Tutte le stagioni, Q, 4 Season',
    ),
  },
  pfu: {
    A1: words('A1, A, Moto, Motocicli, Scooter'),
    B1: words('B1, B, Auto, Vettura, Autovettura, Autovetture, P1, PFU auto, Vetture'),
    C1: words('C1, C, Autocarro leggero, Camion, Fino a 40 kg'),
    C2: words('C2, D, Autocarro, Autocarri, Oltre 40 kg'),
  },
};
