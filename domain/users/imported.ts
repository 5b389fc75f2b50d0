/** What other programs call the fields of a user. */
import { words } from '../words.ts';

export const userHeads: Readonly<Record<string, readonly string[]>> = {
  name: words(
    'Nome e cognome, Nominativo, Utente, Nome completo, Dipendente, Collaboratore, Cognome e nome, Cognome nome, Addetto, Operatore, Full name, User, Nome utente completo, Risorsa, Name, Anagrafica, Nome',
  ),
  firstName: words(
    'Nome di battesimo, Nome proprio, First name, Given name, NOME_DIP, Nome dipendente, Nome dip., Nome addetto, Nome collaboratore, Prenome, Nome persona, Nome risorsa, Forename',
  ),
  lastName: words(
    'Cognome, Cogn., Surname, Last name, Family name, COGNOME_DIP, Cognome dipendente, Cognome dip., Cognome addetto, Cognome collaboratore, Cognome persona, Cognome risorsa, Cgn',
  ),
  email: words(
    'E-mail, Email, Mail, Posta elettronica, Indirizzo e-mail, E-mail aziendale, Mail aziendale, Email aziendale, Indirizzo mail, Indirizzo email, Account, Login, E mail, Email lavoro, Mail lavoro, User e-mail, Casella di posta',
  ),
  phone: words(
    'Telefono, Cellulare, Cell., Tel., Mobile, Interno, Telefono aziendale, Cell. aziendale, Cellulare aziendale, Recapito, N. telefono, Phone, Tel. cell., Numero',
  ),
  roleName: words(
    'Ruolo, Mansione, Qualifica, Profilo, Funzione, Role, Gruppo, Posizione, Incarico, Tipo utente, Livello, Job title, Reparto, Figura',
  ),
  locationIds: words(
    'Sedi, Sede, Filiale, Filiali, Punto vendita, Location, Sede di lavoro, Showroom, Sede lavoro, Ufficio, Cod. sede, Cod. filiale, Sedi abilitate, Salone',
  ),
  defaultLocationId: words(
    'Sede principale, Sede predefinita, Filiale principale, Sede prevalente, Sede base, Sede default, Prima sede, Sede primaria, Home location, Sede di riferimento, Filiale di riferimento, Sede abituale',
  ),
  businessCenterId: words(
    'Business center, Centro di costo, Centro di profitto, Business unit, BU, Cdc, Reparto vendita, Centro, Divisione, Cost center, Area di business, Centro costo',
  ),
  payrollNumber: words(
    'Matricola paghe, Matricola, Matr., N. matricola, Numero matricola, Codice paghe, Codice dipendente, Cod. dipendente, Badge, Payroll number, Employee ID, Personnel number, ID dipendente',
  ),
};

/** Meanings of values by field, each with what other programs write for it. */
export const userMeanings = {
  roleName: {
    'Amministratore dealer': words('Admin, Amministratore, Administrator, Titolare, IT, Super user'),
    'Direttore commerciale': words('Direttore, Dir. commerciale, Sales director, Dir. vendite, Direttore vendite'),
    'Responsabile vendite': words(
      'Capo vendite, Resp. vendite, Sales manager, Responsabile, Capovendita, Responsabile nuovo',
    ),
    Venditore: words(
      'Venditore, Commerciale, Consulente, Consulente vendite, Seller, Sales, Vend., Agente, Venditore nuovo, Salesman',
    ),
    'Venditore usato / B2B': words('Venditore usato, Usato, B2B, Vend. usato, Commerciale usato'),
    'Back office vendite': words(
      'Back office, Backoffice, BO, Segreteria, Segretaria, Assistente vendite, Back-office, Impiegato',
    ),
    Accoglienza: words('Reception, Receptionist, Accettazione, Hostess, Desk, Centralino, Front desk'),
    BDC: words('Bdc, Call center, CRM, Contact center, Digital, Internet'),
    'Responsabile usato': words('Resp. usato, Capo usato, Used car manager, Responsabile usati, Valutatore'),
    Amministrazione: words('Contabile, Contabilità, Amministrativo, Amministrativa, Ragioniere, Accounting, Cassa'),
  },
};
