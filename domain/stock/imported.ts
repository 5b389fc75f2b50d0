/** What other programs call the fields of a car of the stock, and what they write into them. */
import { words } from '../words.ts';
import { usedStates } from './terms.ts';

const shared = {
  externalCode: words(
    'Codice veicolo, ID veicolo, Codice esterno, ID auto, Cod. veicolo, IDVEI, ID, Prog, Progressivo, N. pratica, Numero pratica, Riferimento, Rif., Codice interno, Key, Record ID, Vehicle ID',
  ),
  plate: words(
    'Targa, TG, Targa veicolo, Targa auto, N. targa, Targa attuale, Num. targa, Plate, Numero targa, TARGA_VEI, License plate, Targa vettura, Tg., Registration number, Kennzeichen',
  ),
  vin: words(
    'Telaio, N. telaio, Numero telaio, Nr. telaio, Num. telaio, VIN, Chassis, Telaio veicolo, N.ro telaio, Telaio completo, VIN number, Codice telaio, Tel., Chassis number, FIN, Fahrgestellnummer',
  ),
  registeredOn: words(
    'Prima immatricolazione, Immatricolazione, Data immatricolazione, Immatr., Imm., Data imm., Data immatr., DT_IMM, Data prima immatricolazione, Anno/mese, Data 1a imm., Mese/anno immatricolazione, Immatricolata il, First registration, Anno imm., 1a immatricolazione, Immatric., Erstzulassung, Data 1^ imm., Mise en circulation',
  ),
  locationId: words(
    'Sede, Filiale, Ubicazione, Punto vendita, Deposito, Location, Sede auto, Luogo, Piazzale, Showroom, Magazzino, Cod. sede, Cod. filiale, Dove si trova, Salone',
  ),
  spot: words(
    'Posto, Posto auto, Fila, Box, Posizione, Piazzola, Stallo, Parcheggio, N. posto, Area, Posizione piazzale, Scaffale, Corsia',
  ),
  keys: words(
    'Chiavi, N. chiavi, Num. chiavi, Numero chiavi, Nr. chiavi, Copie chiavi, Qta chiavi, Keys, Chiavi n., Chiavi disponibili, Mazzi, Doppie chiavi',
  ),
  keyTag: words(
    'Portachiavi, Cod. chiave, Codice chiavi, N. portachiavi, Bacheca, Gancio, Rif. chiavi, Targhetta, Etichetta chiavi, Posizione chiavi, Codice chiave, Key tag',
  ),
  papers: words(
    'Documenti, Documenti presenti, Doc. presenti, Carte, Documentazione, Documenti auto, Documenti veicolo, Doc., Libretto, Papers, Documenti in sede, Dotazione documenti',
  ),
  notes: words(
    'Note interne, Note, Nota, Annotazioni, Osservazioni, Memo, Commenti, Note veicolo, Descrizione, Appunti, Note auto, Notes, Varie, Altre info',
  ),
  purchaseTaxRate: words(
    'IVA sull’acquisto, IVA sulla fattura, IVA acquisto, Aliquota acquisto, Aliq. acquisto, % IVA acquisto, IVA acq., Cod. IVA acquisto, Aliq. IVA acquisto, IVA fornitore, Aliquota IVA acquisto, IVA fattura, Aliquota',
  ),
};

export const usedCarHeads: Readonly<Record<string, readonly string[]>> = {
  ...shared,
  code: words(
    'Codice, N. stock, Numero stock, Nr. stock, Cod. stock, Codice stock, Stock, Stock number, N. usato, Codice usato, Cod. usato, Num. stock, Cod., Stock no, Codice auto, Matricola',
  ),
  maker: words(
    'Marca, Casa, Marchio, Brand, Costruttore, Casa costruttrice, Make, Marca auto, Marca veicolo, DES_MARCA, Maker, Fabbrica, Marca vettura, Produttore, Marke, Marque',
  ),
  model: words(
    'Modello, Modello auto, Modello veicolo, Model, DES_MODELLO, Gamma, Mod., Modello vettura, Descrizione modello, Nome modello, Serie, Vettura, Veicolo, Modell, Modèle',
  ),
  versionName: words(
    'Versione, Allestimento, Version, Vers., Versione/allestimento, Descrizione versione, Allest., DES_VERSIONE, Motorizzazione, Versione completa, Trim, Descrizione, Descrizione veicolo, Modello completo',
  ),
  body: words(
    'Carrozzeria, Tipo carrozzeria, Carr., Body, Tipologia carrozzeria, Tipo carr., Forma, Segmento, Body type, Tipo vettura, Cod. carrozzeria, Tipo di carrozzeria, Carrozz.',
  ),
  fuel: words(
    'Alimentazione, Alim., Alim, Carburante, Combustibile, Tipo alimentazione, Fuel, Motore, Carb., Tipo carburante, Alimentaz., Cod. alimentazione, Fuel type, Motore tipo, Kraftstoff',
  ),
  gearbox: words(
    'Cambio, Tipo cambio, Trasmissione, Gearbox, Cambio tipo, Tipo di cambio, Trasm., Cambio A/M, Manuale/automatico, Transmission, Cod. cambio, Cmb, Marce, Getriebe, Boîte de vitesses',
  ),
  category: words(
    'Categoria, Cat., Categoria veicolo, Uso, Destinazione, Tipo veicolo, Cat. omologazione, Classe veicolo, Autocarro, Vehicle category, M1/N1, Categoria omologazione, Destinazione d’uso',
  ),
  payload: words(
    'Portata, Portata utile, Portata kg, Portata (kg), Carico utile, Peso utile, Massa utile, Payload, Port., Carico, Kg portata, Portata max, Portata massima, Q.li, Kg utili, Load capacity',
  ),
  kw: words(
    'Potenza, kW, Potenza kW, Potenza (kW), KW, Pot., Pot. kW, Power, Kilowatt, Potenza motore, Kw motore, Pot. (kW), Potenza max kW, Kw omologati, P. kW, Engine power, Power kW, Leistung, Leistung (kW)',
  ),
  cc: words(
    'Cilindrata, cc, Cil., Cilindr., CC, Cilindrata cc, cm3, cmc, Displacement, Cilindrata (cc), Cilind., Cilindrata cmc, Cc motore, Engine size, Cilindrata motore, Cil. cc, Cubatura, Cc effettivi',
  ),
  co2: words(
    'CO₂, CO2, Emissioni, Emissioni CO2, CO2 g/km, Emissione CO2, g/km, Emiss., CO2 (g/km), CO2 WLTP, WLTP, Emissions, Emissioni g/km, CO2 NEDC, Anidride carbonica, CO2 combinato, CO2 misto',
  ),
  euroClass: words(
    'Classe Euro, Euro, Classe ambientale, Normativa, Classe emissioni, Classe emissiva, Normativa euro, Cl. Euro, Omologazione, Euro class, Classe inquinamento, Direttiva, Norma antinquinamento',
  ),
  seats: words(
    'Posti, N. posti, Nr. posti, Num. posti, Numero posti, Posti a sedere, Seats, Posti n., N posti, Sedili, Posti totali, Posti omologati, Posti auto n., Numero di posti, Passeggeri, Seat count',
  ),
  doors: words(
    'Porte, N. porte, Nr. porte, Num. porte, Numero porte, Doors, Porte n., N porte, P.te, Nporte, Porte totali, Sportelli, Numero di porte, Tot. porte, Door count, Porte auto',
  ),
  colour: words(
    'Colore, Colore esterno, Col., Colore carrozzeria, Colour, Color, Colore est., Vernice, Tinta, Descrizione colore, Col. esterno, Colore vettura, Colore auto, DES_COLORE, Farbe, Couleur',
  ),
  km: words(
    'Km, Chilometri, Kilometri, Percorrenza, Km percorsi, Chilometraggio, KM, Km attuali, Km veicolo, Kilometraggio, Mileage, Km effettivi, Km dichiarati, Km., Kilometerstand, Kilométrage',
  ),
  owners: words(
    'Proprietari, Proprietari precedenti, N. proprietari, Numero proprietari, Nr. proprietari, Owners, Intestatari, Passaggi, Precedenti proprietari, N. passaggi, Prop. prec., Mani',
  ),
  inspectionUntil: words(
    'Revisione fino al, Revisione, Scadenza revisione, Scad. revisione, Prossima revisione, Data revisione, Revisione entro, Rev., Scad. rev., Validità revisione, Revisione valida fino, Revisionata fino',
  ),
  readyOn: words(
    'Pronta il, Data pronta, Disponibile dal, Pronta, Data fine ripristino, Fine ripristino, Data disponibilità, Fine lavori, Pronta dal, Data pronto, Pronta vendita dal, Data fine lavori',
  ),
  insuredUntil: words(
    'Assicurata fino al, Scadenza assicurazione, Scad. assicurazione, Assicurazione, RCA, Scadenza RCA, Scad. RCA, Assicurata, Polizza scadenza, Scad. polizza, Copertura fino, Assicurazione fino al',
  ),
  state: words(
    'Stato, Stato veicolo, Stato auto, Stato stock, Situazione, Status, Stato vettura, Cod. stato, Stato usato, Disponibilità, State, Stato attuale, Posizione commerciale',
  ),
  purchaseType: words(
    'Acquisto, Tipo di acquisto, Tipo acquisto, Provenienza acquisto, Tipo provenienza, Modalità acquisto, Origine, Canale acquisto, Tipo ritiro, Causale acquisto, Causale, Fonte, Tipologia, Tipo ingresso, Origine acquisto',
  ),
  sellerKind: words(
    'Acquistata da, Tipo venditore, Venditore tipo, Tipo fornitore, Tipo cedente, Cedente, Tipo proprietario, Privato/Azienda, Tipo precedente proprietario, Natura cedente, Soggetto cedente, Tipo soggetto',
  ),
  seller: words(
    'Venditore, Fornitore, Ceduta da, Ritirata da, Ex proprietario, Precedente proprietario, Proprietario, Nome venditore, Nome fornitore, Cliente cedente, Cliente provenienza, Ragione sociale fornitore',
  ),
  market: words(
    'Provenienza, Mercato, Italia/Estero, Importazione, Import, Nazionalità, Paese provenienza, Nazione provenienza, Estero, Origine veicolo, Importata, Mercato provenienza',
  ),
  regime: words(
    'Regime, Regime IVA, IVA, Tipo IVA, Margine/Esposta, IVA esposta, Reg. IVA, Regime fiscale, Regime vendita, Cod. IVA, Trattamento IVA, IVA vendita, Art. 36, Regime del margine, Regime acquisto',
  ),
  purchasedOn: words(
    'Acquistata il, Data acquisto, Data di acquisto, Dt. acquisto, DT_ACQ, Data ritiro, Acquisto del, Data fattura acquisto, Data acq., Purchase date, Data ft. acquisto, Data rogito, Acq. il',
  ),
  purchaseCost: words(
    'Costo di acquisto, Costo acquisto, Costo, Prezzo acquisto, Prezzo di acquisto, Pr. acquisto, Imp. acquisto, Importo acquisto, COSTO_ACQ, Valore acquisto, Valore ritiro, Valore permuta, Purchase price, Costo storico, Costo acq., Val. ritiro',
  ),
  purchaseDocument: words(
    'Documento di acquisto, Fattura acquisto, N. fattura acquisto, Doc. acquisto, Ft. acquisto, Num. fattura, N. fattura, Documento acquisto, Rif. fattura, Atto di acquisto, Nr. fattura acquisto, Protocollo acquisto',
  ),
  expectedOn: words(
    'Arrivo previsto, Data arrivo prevista, Data prevista, Prevista il, Arrivo, Data arrivo, Consegna prevista, Data consegna prevista, Previsto arrivo, ETA, Disponibile da, Data presunta',
  ),
  acquiredOn: words(
    'In stock dal, Data carico, Data ingresso, Dt. carico, Carico, Ingresso, Data entrata, Caricata il, DT_CARICO, Data stock, Entrata, Data inserimento, Stock dal, Presente dal, In carico dal, Data presa in carico',
  ),
  consignor: words(
    'Proprietario (conto vendita), Conto vendita, Mandante, Conto vendita di, Proprietario conto vendita, C/vendita, Proprietario c/v, Cliente conto vendita, Committente, Conto deposito, Depositante, Mandante vendita, Proprietario mandante, Owner c/v, Deponente',
  ),
  mandateUntil: words(
    'Mandato fino al, Scadenza mandato, Scad. mandato, Fine mandato, Mandato, Data fine mandato, Conto vendita fino al, Scadenza conto vendita, Mandato scade, Durata mandato, Scad. c/vendita, Termine mandato',
  ),
  consignmentFee: words(
    'Compenso, Provvigione conto vendita, Compenso conto vendita, Provvigione, Commissione, Fee, Commissione conto vendita, Compenso mandato, Percentuale conto vendita, Nostro compenso, Compenso agenzia, Diritto',
  ),
  retailPrice: words(
    'Prezzo, Prezzo al pubblico, Prezzo vendita, Prezzo di vendita, Pr. vendita, Prezzo esposto, Prezzo pubblico, Vendita, Listino, Prezzo listino, PRZ_VEND, Prezzo web, Prezzo richiesto, Price, Richiesta, Prezzo internet, Prezzo privati, Verkaufspreis, Prix',
  ),
  b2bPrice: words(
    'Prezzo B2B, Prezzo commercianti, Prezzo commerciante, Prezzo operatori, Prezzo rivenditori, B2B, Prezzo ingrosso, Prezzo operatore, Prezzo trader, Prezzo dealer, Commercianti, Pr. commerciante',
  ),
  minPrice: words(
    'Prezzo minimo, Minimo, Prezzo min., Pr. minimo, Prezzo min, Limite, Soglia, Prezzo limite, Minimo vendita, Prezzo soglia, Min price, Prezzo incomprimibile, Prezzo di riserva, Base trattativa, Floor price',
  ),
  warrantyKind: words(
    'Garanzia, Tipo garanzia, Tipo di garanzia, Garanzia tipo, Gar., Warranty, Copertura garanzia, Garanzia offerta, Garanzia casa, Tipologia garanzia, Garanzia inclusa, Prodotto garanzia',
  ),
  warrantyMonths: words(
    'Mesi di garanzia, Durata della garanzia, Durata garanzia, Mesi garanzia, Garanzia mesi, Garanzia (mesi), Gar. mesi, N. mesi garanzia, Warranty months, Durata gar., Mesi gar., Garanzia durata, Mesi copertura, Durata copertura, Mesi gar',
  ),
  equipment: words(
    'Dotazioni, Accessori, Optional, Optionals, Equipaggiamento, Dotazione, Elenco optional, Lista optional, Accessori di serie, Optional presenti, Equipment, Elenco accessori, Allestimenti',
  ),
};

export const newCarHeads: Readonly<Record<string, readonly string[]>> = {
  ...shared,
  code: words(
    'Codice, N. stock, Numero stock, Nr. stock, Cod. stock, Codice stock, Stock, Stock number, Num. stock, Cod., Codice auto, Stock no, Matricola, Codice vettura',
  ),
  orderNumber: words(
    'Ordine, Numero d’ordine, N. ordine, Num. ordine, Nr. ordine, Numero ordine, Commission number, Commessa, N. commessa, Order no, Order number, ID ordine, Cod. ordine, Ordine fabbrica, N. commissione, Ordine casa',
  ),
  versionId: words(
    'Versione, Codice versione, Cod. versione, Versione commerciale, Allestimento, Version, Codice modello, Cod. modello, Model code, Vers., Descrizione versione, Codice commerciale, MVS, Codice prodotto, Modello',
  ),
  optionIds: words(
    'Optional, Colore, optional e pacchetti, Optionals, Opt., Codici optional, Accessori, Pacchetti, Options, Cod. optional, Lista optional, Option codes, Optional e colore, Elenco optional, Equipaggiamento',
  ),
  orderedOn: words(
    'Ordinata il, Ordinata, Data ordine, Dt. ordine, Data d’ordine, Ordine del, Data ordinazione, Order date, Data ord., Data conferma ordine, Ordinato il, Data inserimento ordine, DT_ORD',
  ),
  expectedOn: words(
    'Arrivo previsto, Data arrivo prevista, Data prevista, Consegna prevista, Data consegna prevista, Prevista, ETA, Arrivo, Data presunta arrivo, Settimana arrivo, Delivery date, Previsione arrivo, Data prev. arrivo',
  ),
  arrivedOn: words(
    'In stock dal, Data arrivo, Arrivata il, Data ingresso, Data carico, Data entrata, Arrivo effettivo, Data ricevimento, Arrival date, Stock dal, Dt. arrivo, Caricata il, Data fattura casa',
  ),
  purchaseCost: words(
    'Costo fattura, Costo, Costo acquisto, Netto fattura, Prezzo fattura, Costo di acquisto, Importo fattura, Fattura casa, Invoice price, Netto casa, Costo veicolo, Dealer net, Costo fatt., Prezzo acquisto',
  ),
  invoice: words(
    'Fattura della Casa, Fattura, N. fattura, Num. fattura, Numero fattura, Nr. fattura, Invoice, Invoice no, Fattura n., Ft. casa, Doc. acquisto, Rif. fattura, N. ft.',
  ),
  otherCosts: words(
    'Altre spese, Spese, Altri costi, Spese accessorie, Costi accessori, Preparazione, Trasporto, Spese trasporto, Oneri, Spese aggiuntive, Other costs, Messa su strada, Spese varie',
  ),
  price: words(
    'Prezzo, Prezzo proposto, Prezzo vendita, Prezzo di vendita, Prezzo listino, Listino, Prezzo al pubblico, Pubblico, Price, List price, Prezzo pubblico, Pr. vendita, Prezzo consigliato, Listino IVA inclusa',
  ),
  b2bPrice: words(
    'Prezzo B2B, Prezzo commercianti, Prezzo operatori, Prezzo rivenditori, B2B, Prezzo ingrosso, Prezzo operatore, Prezzo trader, Prezzo dealer, Commercianti, Prezzo commerciante, Pr. commerciante',
  ),
  minPrice: words(
    'Prezzo minimo, Minimo, Prezzo min., Pr. minimo, Prezzo min, Limite, Soglia, Prezzo limite, Minimo vendita, Prezzo soglia, Min price, Prezzo incomprimibile, Prezzo di riserva, Base trattativa, Floor price',
  ),
};

const ordinary = Object.fromEntries(Object.entries(usedStates).map(([state, { label }]) => [state, [label]]));

/** Meanings of values by field, each with what other programs write for it; compared without case and accents. */
export const usedCarMeanings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  fuel: {
    petrol: words('B, BZ, Benz., Benz, Benzina verde, Petrol, Gasoline, BEN, Super, Senza piombo, Essence'),
    diesel: words('D, G, GA, Diesel, Gasolio, DIE, Nafta, TD, Turbodiesel, GAS, Gasol.'),
    lpg: words(
      'GPL, Benz./GPL, Benzina-GPL, Benzina GPL, B/GPL, BG, Bifuel GPL, LPG, Gas GPL, Benzina + GPL, Benz/GPL, BPL, Ben/GPL, L',
    ),
    cng: words(
      'Metano, Benz./Metano, Benzina-Metano, Benzina Metano, B/Met, BM, Bifuel metano, CNG, MET, Benz/Metano, Gas metano, Ben/Met, M',
    ),
    mhev: words(
      'MHEV, Mild hybrid, Mild-hybrid, Ibrida leggera, Ibrido leggero, Mild, Benzina mild hybrid, Mild hybrid benz., Micro ibrida, IM, Ibrida mild',
    ),
    mhev_diesel: words(
      'MHEV diesel, Mild hybrid gasolio, Diesel mild hybrid, Ibrida diesel, Diesel/Elettrica mild, Gasolio mild hybrid, Ibrido diesel',
    ),
    hev: words(
      'Ibrida, Ibrido, HEV, Hybrid, Full hybrid, I, IB, Elettrica/Benzina, Benzina/Elettrica, Ibrida benzina, Ibrido benzina, Benz./Elettr., HYB, Ibr., Ibrida (benz./elettr.), Full-hybrid, Elettrica-Benzina',
    ),
    phev: words(
      'PHEV, Plug-in, Plug in, Ibrida plug-in, Ibrido plug-in, Plugin, Plug-in hybrid, PI, Ibrida ricaricabile, Plug-in benzina, Ibrida Plug In',
    ),
    phev_diesel: words('PHEV diesel, Plug-in diesel, Ibrida plug-in diesel, Diesel plug-in, Plug-in hybrid gasolio'),
    bev: words('E, EL, Elettrica, Elettrico, BEV, Electric, EV, Elett., Elettr., ELE, 100% elettrica, Full electric'),
    fcev: words('Idrogeno, Fuel cell, H2, FCEV, Hydrogen, IDR, H'),
  },
  gearbox: {
    manual: words('M, MAN, Man., Meccanico, Manual, MT, Manuale 5, Manuale 6, 5 marce, 6 marce, Mec., Cambio manuale'),
    automatic: words(
      'A, AUT, Aut., Automatica, Automatic, AT, Sequenziale, Auto, Autom., Cambio automatico, Steptronic, Tiptronic',
    ),
    dct: words('DCT, DSG, EDC, DDCT, EAT, TCT, S-tronic, Doppia friz., 7DCT, Doppiafrizione, Powershift, PDK'),
    cvt: words('CVT, e-CVT, eCVT, Variazione continua, Variatore, Multidrive, X-tronic, ECVT, Continuo, Lineartronic'),
    amt: words(
      'Robotizzata, AMT, Rob., Cambio robotizzato, Manuale robotizzato, Manuale automatizzato, Dualogic, Selespeed, ETG, Easytronic, Automated manual',
    ),
  },
  body: {
    city: words('Citycar, City, Utilitaria, Superutilitaria, Piccola, Segmento A, CC'),
    hatchback: words(
      'Berlina, 2 volumi, 5 porte, 3 porte, Hatchback, Due volumi, Compatta, BE, Segmento B, Segmento C, 2V',
    ),
    saloon: words('3 volumi, Tre volumi, Berlina 4 porte, Sedan, Saloon, 4 porte, Limousine, 3V'),
    estate: words(
      'SW, Station, Familiare, Wagon, Estate, Touring, Variant, Break, St. wagon, Stationwagon, Avant, Kombi, Sportwagon',
    ),
    suv: words('SUV, Crossover, Suv compatto, Cross over, SUV/Fuoristrada, SUV / Crossover'),
    offroad: words('Fuori strada, 4x4, FS, Off road, Off-road, Offroad'),
    mpv: words('MPV, Monovol., Van 7 posti, MV, Minivan, Monospazio, Mpv 7 posti'),
    multispace: words('Multi spazio, Multispace, Ludospace, MS'),
    coupe: words('Coupe, CO, Sportiva, Coupè, Coupé 2 porte, Coup.'),
    cabrio: words('Cabriolet, Cabrio, Spider, Decappottabile, Roadster, CA, Convertibile, Spyder'),
    pickup: words('Pickup, Pick up, Cassone, PU, Pick-Up doppia cabina'),
    van: words('Van, Furgone, Veicolo commerciale, Furgonato, Commerciale, FU, VC, Combi, Cassonato'),
    truck: words('Autocarri, Camion, Truck, Autocarro cassonato, Autocarro furgonato'),
    chassis: words('Telaio cabinato, Cabina, Telaio, Chassis, Autotelaio, Chassis cab'),
    camper: words('Camper, Motorhome, Autocaravan/Camper, Auto caravan, Van camper'),
  },
  category: {
    M1: words('M1, Autovettura, Auto, Vettura, AV, Autoveicolo, Persone, Uso privato, Trasporto persone, Privata'),
    N1: words('N1, Autocarro, Commerciale, Veicolo commerciale, LCV, AC, Trasporto cose, VCL, Van'),
    N2: words('N2, Autocarro pesante, Oltre 35 q, Camion, Autocarro > 35 q'),
  },
  regime: {
    retail: words(
      'M, Margine, Regime del margine, Reg. margine, Del margine, Art. 36 DL 41/95, Art.36 DL 41/95, Art. 36, Art36, DL 41/95, A36, Margin, IVA non esposta, Non esposta, NE, Usato a margine, Beni usati, 36, MAR, Esente art. 36, Regime margine',
    ),
    iva_exposed: words(
      'E, Esposta, IVA esposta, Esp., IVA, Ordinario, Ordinaria, Regime ordinario, IVA 22, 22, 22%, 22 %, Detraibile, IVA detraibile, Imponibile, Normale, ESP, O, I, IVA esp.',
    ),
  },
  purchaseType: {
    barter: words(
      'P, Permuta, Permute, Ritiro, Ritiro usato, PER, Ritirata, Trade-in, Permuta cliente, In permuta, Ritiro in permuta, Perm.',
    ),
    km0: words('K, Km0, Km 0, Km zero, Chilometri zero, K0, Autoimmatricolata, Kilometri zero, Auto km0'),
    demo: words('D, Demo, Dimostrativa, Test drive, Aziendale, Auto demo, Ex demo, DEM, Cortesia, Vettura demo'),
    remarketing: words(
      'R, Remarketing, Noleggio, Ex noleggio, Asta, Rientro noleggio, NLT, Buy back, Buyback, Aste, RMK, Rent, Fine noleggio',
    ),
    direct_purchase: words(
      'A, Acquisto, Acquisto diretto, Diretto, Acquistata, ACQ, Acquisto da privato, Compro auto, Acq. diretto, Contanti, Acquisto estero, Importazione',
    ),
    other: words('Altro, Varie, ALT, Conto vendita, C/V, CV, Diversi, Altra'),
  },
  sellerKind: {
    private: words('P, Privato, Privati, Cliente privato, Persona fisica, PF, Priv., Consumatore, F, Cliente'),
    no_deduction: words(
      'Senza detrazione, P.IVA senza detrazione, Esente, ND, Non detraibile, Indetraibile, IVA indetraibile, Medico, P. IVA senza detr.',
    ),
    margin: words(
      'Margine, Rivenditore margine, Commerciante in margine, Commerciante, Rivenditore, Salonista, Dealer, Concessionario in margine, RM',
    ),
    vat: words(
      'IVA, Azienda, Società, Con IVA, P.IVA, P. IVA, Fattura con IVA, Impresa, Noleggiatore, G, A, Ditta, Persona giuridica, Casa, Casa madre, P. IVA con IVA',
    ),
  },
  market: {
    italy: words('I, IT, ITA, Italia, Nazionale, Naz., Italiana, N, No, Nazionali'),
    other: words(
      'E, Estero, UE, CEE, Import, Importata, Importazione, Germania, Francia, D, Estera, Extra UE, Parallela, S, Si, Belgio',
    ),
  },
  state: {
    ...ordinary,
    scheduled: words(
      'In arrivo, Arrivo, Da ritirare, Prenotata in ingresso, Prevista, In ingresso, ARR, Da consegnare, Attesa, In attesa, Da arrivare, Ordinata',
    ),
    acquired: words(
      'Acquisita, In stock, Stock, Disponibile, D, Presente, In vendita, DISP, Libera, Attiva, In carico, Giacente, In giacenza, In piazzale, A, S, Opzionata, Prenotata',
    ),
    restoring: words(
      'In ripristino, Ripristino, In officina, Officina, Carrozzeria, In lavorazione, Lavorazione, In preparazione, RIP, Da ripristinare, Preparazione, L',
    ),
    consignment: words(
      'Conto vendita, C/vendita, C/V, CV, In conto vendita, Conto deposito, Mandato, C/Vend., Contovendita',
    ),
    service_vehicle: words(
      'Auto di servizio, Di servizio, Servizio, Cortesia, Auto sostitutiva, Sostitutiva, Uso interno, Aziendale, In uso, Auto di cortesia',
    ),
  },
  warrantyKind: {
    maker: words('Casa, Casa madre, Della Casa, Ufficiale, Costruttore, Garanzia casa, C, Maker, Originale'),
    dealer_conventional: words(
      'Convenzionale, Dealer, Concessionaria, Interna, 12 mesi, Conformità, Garanzia concessionaria, D, Legale, Garanzia legale, Usato garantito',
    ),
  },
};
