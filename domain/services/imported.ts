/** What other programs call the fields of a service, and what they write into them. */
import { pricedHeads } from '../record/priced-imported.ts';
import { words } from '../words.ts';

const { inStock: _, ...priced } = pricedHeads;
const heads = {
  ...priced,
  code: [...priced.code, ...words('Cod. prestazione, Codice prestazione, Prestazione, Cod. operazione')],
};

export const serviceHeads: Readonly<Record<string, readonly string[]>> = {
  ...heads,
  kind: words(
    'Tipo, Tipologia, Tipo servizio, Categoria, Famiglia, Gruppo merceologico, Classe, Kind, Tipo prodotto, Cat., Reparto, Settore, Tip. servizio, Gruppo',
  ),
  provider: words(
    'Offerto da, Fornitore, Erogato da, Provider, Erogatore, Casa/Dealer, Casa o concessionaria, Fornito da, Origine, Soggetto, A cura di, Chi, Emittente, Di chi',
  ),
  usages: words(
    'Vendibile su, Nuovo/Usato, Per auto, Applicabile a, Destinazione, Canale, N/U, Uso, Ambito, Tipo auto, Vendibile, Tipo vendita, Per, Nuovo usato',
  ),
  exclusiveGroup: words(
    'Gruppo esclusivo, Gruppo alternativo, Alternativo a, Alternative, Esclusivo, Gruppo esclusione, Mutua esclusione, Gruppo di scelta, Incompatibile con, Esclude, Scelta unica, Gruppo scelta',
  ),
  taxNature: words(
    'Natura IVA, Natura, Cod. natura, Esenzione, Articolo esenzione, Codice natura, Nat. IVA, Titolo esenzione, Non imponibilità, Art. IVA, Esente art., Natura operazione',
  ),
  bandsOnly: words(
    'Solo nelle fasce, Vendibile solo nelle fasce, Solo fasce, Limitato alle fasce, Solo in fascia, Fascia obbligatoria, Vincolo fasce, Solo per fasce, Fasce vincolanti, Solo entro le fasce, Limite fasce, Obbligo fascia',
  ),
  months: words(
    'Durata, Mesi, Durata mesi, Durata (mesi), Mesi durata, N. mesi, Validità, Validità mesi, Durata in mesi, Months, Periodo, MM, Garanzia mesi',
  ),
  defaultOn: words(
    'Proposto, Proposto nei nuovi preventivi, Automatico, Predefinito, Default, Incluso, Di serie, Preselezionato, Obbligatorio, Proposta automatica, Sempre proposto, Da proporre',
  ),
  printed: words(
    'In stampa, Visibile in stampa, Stampa, Stampabile, Da stampare, Visibile, Mostra in stampa, Stampare, Print, Visibile cliente, In preventivo, Stampato',
  ),
  bands: words(
    'Fasce, Fasce di prezzo, Scaglioni, Fascia, Prezzi per fascia, Tariffe, Listino fasce, Scaglioni prezzo, Fasce kW, Fasce km, Tabella prezzi, Bande',
  ),
  makerIds: words(
    'Marche, Marca, Marchi, Brand, Casa, Per marca, Solo marche, Marche abilitate, Make, Case, Marca auto, Marchio',
  ),
  locationIds: words(
    'Sedi, Sede, Filiale, Filiali, Punto vendita, Punti vendita, Sede vendita, Location, Sedi abilitate, Dove, Showroom, Solo sedi',
  ),
  roles: words(
    'Ruoli, Ruolo, Venduto da, Profilo, Profili, Solo ruoli, Chi vende, Ruoli abilitati, Mansione, Figura, Figure, Role',
  ),
  validFrom: words(
    'Valido dal, Attivo dal, Inizio validità, Decorrenza, Dal, Data inizio, In vigore dal, Data validità, Valid from, Valido da, Data decorrenza, Inizio vendita',
  ),
  validTo: words(
    'Valido al, Attivo al, Fine validità, Scadenza, Al, Data fine, Scade il, Data scadenza, Valid to, Valido fino al, Fino al, Fine vendita',
  ),
};

export const serviceMeanings = {
  kind: {
    ext_warranty: words(
      'Garanzia, Estensione garanzia, Est. garanzia, GAR, EG, Garanzie, Extended warranty, Estensione, Garanzia estesa',
    ),
    prepaid_maintenance: words(
      'Manutenzione, Manutenzione programmata, MAN, MP, Tagliandi, Tagliando, Pacchetto manutenzione, Maintenance',
    ),
    roadside_assistance: words(
      'Assistenza, Soccorso, Soccorso stradale, ASS, Road assistance, Traino, Assistenza strad.',
    ),
    registration: words('Immatricolazione, Pratiche, Pratica, IMM, Messa su strada, Targhe, Agenzia, Passaggio'),
    protection: words(
      'Protezione, Trattamento, Nanotecnologia, Antigraffio, PROT, Cristalli, Protezione vernice, Trattamenti',
    ),
    other: words('Altro, Varie, ALT, Altri, Diversi, Vari'),
  },
  provider: {
    dealer: words('Concessionaria, Dealer, D, Interno, Noi, Concessionario, Conc., Proprio'),
    maker: words('Casa, Casa madre, C, Costruttore, Maker, Marca, Importatore, Casa costruttrice'),
  },
  usages: {
    new: words('N, Nuovo, Nuove, Nuovi, Auto nuove, New, Km 0'),
    used: words('U, Usato, Usate, Usati, US, Auto usate, Used'),
    b2b: words('B, B2B, Commercianti, Rivenditori, Ingrosso'),
  },
  taxNature: {
    N4: words('N4, Esente, Esenti, Es., Esente art. 10, Art. 10, Esente IVA'),
    N1: words('N1, Escluso, Esclusa, Escluse, Art. 15, Escluso art. 15, Fuori campo, FC'),
  },
};
