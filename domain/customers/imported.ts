/** What other programs call the fields of a customer, and what they write into them. */
import { words } from '../words.ts';

/** Heads of columns by field, the likeliest first; compared by letters and digits alone. */
export const customerHeads: Readonly<Record<string, readonly string[]>> = {
  externalCode: words(
    'Codice cliente, Cod. cliente, Cod.cli., CODCLI, ID cliente, IDCLI, Prog, Progressivo, Codice anagrafica, Cod. anagrafica, ID, Numero cliente, N. cliente, Nr cliente, Codice, Cod., Customer ID, Customer No, Conto cliente, Codice conto, Sottoconto, Matricola cliente, Key, Record ID, Kundennummer, Kunden-Nr., Numéro client',
  ),
  fullName: words(
    'Cognome e nome, Cognome nome, Nominativo, Cliente, Intestatario, Intestazione, Denominazione cliente, Nome cliente, Ragione sociale / Cognome nome, Ragione sociale o cognome nome, Rag. soc. / nominativo, Anagrafica, Nome completo, Full name, Customer name, Descrizione cliente, Contatto, Name',
  ),
  type: words(
    'Tipo cliente, Tipo soggetto, TIPO_SOGG, Tipo sogg., Tipo anagrafica, Tipologia, Tipologia cliente, Natura giuridica, Fisica/Giuridica, F/G, Persona, Tipo persona, Pers. fisica/giuridica, Categoria cliente, Categoria, Customer type, Soggetto',
  ),
  country: words(
    'Nazione, Stato, Country, Paese di residenza, Cod. nazione, Codice nazione, Naz., Nazione residenza, Stato estero, ISO, Cod. paese, Codice paese, Codice ISO, Nation, Cod. ISO, Land, Pays',
  ),
  firstName: words(
    'Nome, Nome di battesimo, Nome proprio, First name, Given name, Nome persona, Nome referente, NOME_CLI, Nom., Nome1, Name, Prenome, Nome contatto, Firstname, Vorname, Prénom',
  ),
  lastName: words(
    'Cognome, Cogn., Cognome cliente, Surname, Last name, Family name, COGNOME_CLI, Cognome1, Cognome persona, Cognome referente, Cognome contatto, Lastname, Cog., Cgn, Nachname, Familienname, Nom de famille, Ragione sociale / Cognome, Cognome / Ragione sociale, Cognome o ragione sociale, Ragione sociale o cognome, Rag. soc. / Cognome',
  ),
  companyName: words(
    'Ragione sociale, Rag. soc., RAG_SOC, Rag.Sociale, Ragione soc., Denominazione, Azienda, Ditta, Società, Nome azienda, Company, Company name, Rag. sociale 1, Ragione sociale 1, RAGSOC1, Impresa, Denominazione sociale, Business name, Firma, Organization Name, Firmenname, Entreprise',
  ),
  latinName: words(
    'Nome latino, Nome in caratteri latini, Traslitterazione, Nome traslitterato, Nome sul documento, Nome passaporto, Latin name, Name in Latin letters, Romanized name, Transliteration, Nome passaporto latino, Nome come da documento, Nome alfabeto latino',
  ),
  legalForm: words(
    'Forma giuridica, Forma giur., Forma soc., Forma societaria, Tipo società, Natura giur., F. giuridica, Forma, Cod. forma giuridica, Tipo azienda, Legal form, Tipo impresa, Assetto',
  ),
  vatNumber: words(
    'Partita IVA, P.IVA, P. IVA, PIVA, Part. IVA, Part.IVA, PARTITA_IVA, Par. IVA, VAT, VAT number, Partita I.V.A., P.I., Numero IVA, Cod. IVA, Codice IVA, N. partita IVA, VAT ID, VAT no, P IVA, USt-IdNr., N° TVA, VAT Reg No',
  ),
  taxCode: words(
    'Codice fiscale, C.F., Cod.Fiscale, Cod. fisc., CODFISC, COD_FIS, CF, Codice fisc., Cod.fis., Fiscal code, Tax code, C. fiscale, Codice Fiscale/P.IVA, CF/P.IVA, C.F./P.IVA, Cod. Fiscale / P. IVA, Codicefiscale, Fiscale, C.Fis., CFIS',
  ),
  birthDate: words(
    'Data di nascita, Data nascita, Data Nasc., Dt. nascita, DT_NASC, DATANASC, Nato il, Nascita, Nato/a il, Data n., D. nascita, Birth date, Birthday, Compleanno, Data nasc, Date of birth, DOB, Geburtsdatum, Date de naissance',
  ),
  birthPlace: words(
    'Luogo di nascita, Luogo nascita, Comune di nascita, Comune nascita, Nato a, Città di nascita, Città nascita, Luogo nasc., Com. nascita, Nato/a a, Birth place, LUOGO_NASC, Località nascita, Place of birth, Com. nasc.',
  ),
  sex: words(
    'Sesso, Genere, M/F, Gender, Sex, Sx, Titolo, Maschio/Femmina, Sess., Cod. sesso, Sesso cliente, S, Appellativo, Sesso (M/F)',
  ),
  rea: words(
    'Numero REA, REA, N. REA, Nr. REA, Num. REA, R.E.A., Cod. REA, Iscrizione REA, CCIAA, C.C.I.A.A., N. CCIAA, Iscr. CCIAA, Camera di commercio, Iscrizione CCIAA',
  ),
  sdi: words(
    'Codice SDI, Cod.SDI, SDI, Codice destinatario, Cod. destinatario, Codice univoco, Cod. univoco, Codice univoco SDI, Cod. dest., CODDEST, Codice univoco ufficio, Destinatario SDI, Codice fatturazione elettronica, Codice FE, Cod. FE, IPA, Codice IPA, Recapito SDI',
  ),
  pec: words(
    'PEC, Indirizzo PEC, Mail PEC, E-mail PEC, Email PEC, Posta certificata, Posta elettronica certificata, P.E.C., PEC fatturazione, PEC destinatario, E-mail certificata, Mail certificata, PEC mail, Casella PEC',
  ),
  phone: words(
    'Cellulare, Cell., Cell, Cell. 1, Telefono cellulare, Tel. cell., Mobile, Telefonino, Tel. mobile, Cellulare 1, N. cellulare, Num. cellulare, GSM, Mobile phone, Telefono, Tel., Tel.1, Telefono 1, TEL1, Recapito telefonico, Recapito, Phone, N. telefono, Téléphone',
  ),
  phone2: words(
    'Altro telefono, Telefono 2, Tel.2, Tel. 2, TEL2, Cell. 2, Cellulare 2, Fisso, Tel. fisso, Telefono fisso, Tel. casa, Telefono casa, Tel. ufficio, Telefono ufficio, Tel. abitazione, Abitazione, Ufficio, Phone 2, Altro recapito, Telefono abitazione, Home phone, Mobile, Mobile phone, TEL_CASA, TEL_UFF, Handy, Téléphone portable',
  ),
  email: words(
    'E-mail, Email, Mail, Posta elettronica, Indirizzo e-mail, Indirizzo mail, Indirizzo email, E mail, EMAIL1, Mail 1, Posta el., E-mail 1, Indirizzo di posta elettronica, E-mail cliente, Email address, Mail cliente, Courriel',
  ),
  address: words(
    'Indirizzo, Via, Ind., Residenza, Indirizzo residenza, Via e numero, Via/Piazza, Indir., INDIRIZ, Indirizzo 1, IND_RES, Indirizzo di residenza, Sede legale, Indirizzo sede, Street, Address, Domicilio, Via residenza, Residenza via, Residenza indirizzo, Straße, Adresse',
  ),
  houseNumber: words(
    'N. civico, Civico, Numero civico, Nr. civico, Num. civico, N.civ., NUM_CIV, NCIV, N°, N° civico, Civ., House number, Numero, Nr.',
  ),
  cap: words(
    'CAP, C.A.P., Cod. postale, Codice postale, Codice avviamento postale, CAP_RES, CAP residenza, Cap res., ZIP, ZIP code, Postal code, Avv. postale, CAP sede, CAP1, Residenza CAP, Post code, PLZ, Postleitzahl, Code postal, Address 1 - Postal Code',
  ),
  city: words(
    'Città, Comune, Località, Loc., Loc, Comune di residenza, Comune residenza, Città residenza, LOCALITA_RES, Citta, City, Paese residenza, Com. residenza, COM_RES, Località residenza, Comune sede, Residenza città, Residenza comune, Town, Ort, Ville, Address 1 - City',
  ),
  province: words(
    'Provincia, Prov., Prov, PV, Pr., PROV_RES, Provincia residenza, Prov. residenza, Sigla provincia, Sigla prov., Cod. provincia, Prov. res., Province, Provincia (sigla), Residenza prov., Residenza provincia, Address 1 - Region',
  ),
  iban: words(
    'IBAN, Codice IBAN, Cod. IBAN, Coordinate bancarie, Coord. bancarie, C/C, Conto corrente, IBAN cliente, IBAN 1, Conto bancario, Banca IBAN, C/C bancario, Bank account',
  ),
  sellerId: words(
    'Seguito da, Venditore, Commerciale, Agente, Vend., Addetto, Consulente, Consulente vendite, Operatore, Referente interno, Assegnato a, Cod. venditore, Cod. agente, Salesman, Seller, Owner, Contact owner, Account owner, Gestore, Incaricato',
  ),
  marketing: words(
    'Consenso marketing, Consenso, CONS_MKT, Cons. mkt, Marketing, Privacy marketing, Consenso commerciale, Consenso privacy, Privacy, Cons. marketing, Autorizz. marketing, Consenso promozionale, Consenso pubblicità, Newsletter, Consenso e-mail, Consenso email',
  ),
  marketingChannels: words(
    'Canali del consenso, Canali consenso, Canale, Canali, Canale consenso, Mezzi consenso, Canali marketing, Canale marketing, Mezzo di contatto, Canale contatto, Canali autorizzati, Mezzo',
  ),
  profiling: words(
    'Consenso profilazione, Profilazione, CONS_PROF, Cons. profilazione, Cons. prof., Privacy profilazione, Autorizz. profilazione, Profiling, Consenso prof., Consenso analisi, Profilaz., Consenso 2, Privacy 2',
  ),
  thirdParties: words(
    'Consenso terzi, Cessione a terzi, CONS_TERZI, Cons. terzi, Consenso a terzi, Comunicazione a terzi, Terzi, Privacy terzi, Consenso cessione terzi, Consenso 3, Privacy 3, Dati a terzi, Cons. cessione',
  ),
  consentOn: words(
    'Data del consenso, Data consenso, Data privacy, Dt. consenso, DATA_CONS, DT_PRIVACY, Consenso del, Data cons., Data firma privacy, Firma privacy, Data autorizzazione, Consenso in data, Privacy del',
  ),
  consentOrigin: words(
    'Origine del consenso, Origine consenso, Fonte consenso, Provenienza consenso, ORIG_CONS, Fonte privacy, Origine privacy, Modulo privacy, Raccolto da, Modalità consenso, Modalità raccolta, Prova del consenso',
  ),
  notes: words(
    'Note interne, Note, Nota, Annotazioni, Osservazioni, Memo, Commenti, Note cliente, Appunti, Descrizione, Notes, Comment, Altre info, Informazioni, Varie',
  ),
};

const consent = {
  yes: words(
    'S, Si, Sì, Y, Yes, 1, X, V, Vero, True, Dato, Concesso, Acconsente, Accetta, Ok, Autorizza, Favorevole, Prestato',
  ),
  no: words(
    'N, No, 0, F, Falso, False, Negato, Rifiuta, Rifiutato, Non acconsente, Non autorizza, Contrario, Non dato, Revocato',
  ),
  never: words('ND, Non chiesto, Non richiesto, Da chiedere, Mai chiesto, Sconosciuto, Non espresso'),
};
const consents = { marketing: consent, profiling: consent, thirdParties: consent };

/** Meanings of values by field, each with what other programs write for it; compared without case and accents. */
export const customerMeanings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  type: {
    private: words(
      'F, PF, P, Persona fisica, Fisica, Privato, Privati, Priv., Persona, Pers. fisica, Consumatore, Cliente privato, Individuo, C, Fis.',
    ),
    vat: words(
      'D, DI, Ditta, Ditta individuale, Ditta ind., Dit. ind., Libero professionista, Professionista, Individuale, Impresa individuale, Lavoratore autonomo, Partita IVA, P.IVA, Artigiano',
    ),
    fleet: words(
      'G, PG, S, A, Persona giuridica, Giuridica, Società, Societa, Soc., Azienda, Flotta, Fleet, Impresa, Business, Rivenditore, E, Ente, Enti, Ente pubblico, Associazione, Noleggio, Pubblica amministrazione, PA, B2B, Giur.',
    ),
  },
  ...consents,
  country: {
    IT: words('I, ITA, Italia, Italy, Italiana, 100, Repubblica Italiana, ITALIA (IT)'),
    DE: words('D, DEU, Germany, Deutschland, Tedesca'),
    FR: words('F, FRA, France, Francese'),
    CH: words('CHE, Svizzera, Switzerland, Schweiz, Suisse'),
    AT: words('A, AUT, Austria, Österreich'),
  },
  sex: {
    M: words('M, Maschio, Masc., Uomo, Sig., Signor, Male, Mas, 1, Egr. Sig., Sig, Mr'),
    F: words('F, Femmina, Femm., Donna, Sig.ra, Signora, Female, Fem, 2, Gent.ma Sig.ra, Sig.na, Mrs'),
  },
  legalForm: {
    ss: words('SS, S.S., Soc. semplice, Semplice, Società semplice, Soc.sempl., Società agricola semplice'),
    snc: words('SNC, S.N.C., In nome collettivo, Società in nome collettivo, Soc. in nome coll., S n c'),
    sas: words('SAS, S.A.S., In accomandita semplice, Accomandita semplice, Società in accomandita semplice, S a s'),
    srl: words(
      'SRL, S.R.L., Società a responsabilità limitata, Soc. a resp. lim., Resp. limitata, S r l, SRLU, Srl unipersonale',
    ),
    srls: words(
      'SRLS, S.R.L.S., Srl semplificata, S.r.l. semplificata, Società a responsabilità limitata semplificata',
    ),
    spa: words('SPA, S.P.A., Società per azioni, Soc. per azioni, Per azioni, S p a'),
    sapa: words('SAPA, S.A.P.A., In accomandita per azioni, Accomandita per azioni'),
    sc: words(
      'SC, S.C., COOP, Coop., Cooperativa, Società cooperativa, Soc. coop., SCARL, S.C.A.R.L., SCRL, S.C.R.L., Consorzio, Coop. sociale',
    ),
  },
};
