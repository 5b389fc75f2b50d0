/** Words with which mails and other programs name what they say of a lead. */
import { words } from '#domain/words.ts';

/** Parts of a car that stand apart, in the order in which they are written together. */
const carParts = ['make', 'model', 'trim', 'year'] as const;
export type CarPart = (typeof carParts)[number];

/** What a label names: a field of a lead, or a part of one. */
export type Named =
  | 'name'
  | 'surname'
  | 'phone'
  | 'phone2'
  | 'email'
  | 'vehicle'
  | 'vehicleType'
  | 'plate'
  | 'vin'
  | 'tradeIn'
  | 'taxCode'
  | 'advert'
  | 'message'
  | 'askedAt'
  | CarPart;

export const labels: Readonly<Record<Named, readonly string[]>> = {
  name: words(
    'nome, nome e cognome, nome cognome, cognome e nome, cognome nome, nominativo, nome completo, ragione sociale, cliente, contatto, utente, richiedente, mittente, name, full name, first name, firstname, fullname, customer, customer name, contact, contact name, given name, vorname, prenom, nombre, name und vorname, nom complet, nom et prenom, come ti chiami, come si chiama',
  ),
  surname: words(
    'cognome, surname, last name, lastname, family name, nachname, familienname, nom, nom de famille, apellido, apellidos',
  ),
  phone: words(
    'telefono, telefonico, tel, cellulare, cell, cel, mobile, telefonino, phone, telephone, phone number, mobile phone, cell phone, cellphone, wa id, telefono cellulare, telefono mobile, whatsapp, telefono 1, phonenumber, recapito, recapito telefonico, recapiti, contatti, telefoni, phones, work phone, business phone, telefon, telefonnummer, handy, mobil, mobiltelefon, telephone portable, portable, telefono movil',
  ),
  phone2: words(
    'altro telefono, telefono 2, secondo telefono, fisso, telefono fisso, telefono casa, phone 2, phone2, home phone, telefon privat',
  ),
  email: words(
    'email, mail, posta elettronica, email address, emailaddress, emails, work email, business email, personal email, courriel, adresse email, email adresse, correo, correo electronico, indirizzo di posta',
  ),
  vehicle: words(
    'auto, autovettura, veicolo, veicoli, vettura, macchina, auto richiesta, auto di interesse, auto interesse, veicolo di interesse, veicolo interesse, veicolo richiesto, vettura richiesta, vehicle description, vehicle name, vehicle title, titolo annuncio, modello di interesse, marca e modello, marca modello, vehicle, vehicles, car, cars, ad title, listing title, fahrzeug, vehicule, voiture, coche',
  ),
  vehicleType: words('tipo veicolo, condizione, condizioni, stato veicolo, vehicle type'),
  make: words('marca, marchio, brand, make, vehicle make, vehicle brand, car brand, marke, marque'),
  model: words('modello, model, vehicle model, car model, modell, modele, modelo'),
  trim: words('versione, allestimento, version, trim, vehicle trim'),
  year: words('anno, immatricolazione, anno immatricolazione, year, vehicle year, car year, baujahr, annee'),
  plate: words('targa, plate, license plate, licence plate, licenseplate, registration number'),
  vin: words('telaio, vin, numero telaio, codice telaio'),
  tradeIn: words(
    'permuta, auto in permuta, usato in permuta, veicolo in permuta, auto da permutare, auto permuta, usato da permutare, trade in, tradein, trade in vehicle',
  ),
  taxCode: words('codice fiscale, cf, cod fiscale, cod fisc, tax code'),
  advert: words(
    'annuncio, link, link annuncio, link all annuncio, url, url annuncio, vehicle url, listing url, indirizzo annuncio, pagina, listing, ad url',
  ),
  message: words(
    'messaggio, richiesta, note, nota, commento, commenti, testo, domanda, testo messaggio, testo richiesta, request text, message, comment, comments, notes, request, enquiry, inquiry, nachricht, mitteilung, anfrage, bemerkung, commentaire, mensaje, body',
  ),
  askedAt: words(
    'data richiesta, data della richiesta, richiesta del, ricevuto il, inviato il, request date, requestdate, created time, created at, submitted at, data invio, data e ora, timestamp',
  ),
};
