import { addDays } from '#domain/dates.ts';
import { enter, insertRows, type Owner } from './insert.ts';

const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

/** Days ago, number, title, notes as HTML that the sanitiser accepts. */
const releases: [number, string, string, string][] = [
  [
    252,
    '4.5.0',
    'Preventivi più veloci',
    `<p>Il totale si aggiorna a ogni scelta.</p>${list('Colonna dei prezzi sempre in vista', 'Sconti per riga')}`,
  ],
  [
    214,
    '4.6.0',
    'Pacchetti con regole',
    `<p>Optional e pacchetti dicono che cosa richiedono e che cosa escludono.</p>`,
  ],
  [
    171,
    '4.7.0',
    'Nuovo listino',
    `<p>Listini per data: i preventivi emessi conservano i loro prezzi.</p>${list('Storico dei prezzi', 'Listini futuri')}`,
  ],
  [
    130,
    '4.8.0',
    'Finanziamenti con valore garantito',
    `<p>Piani con maxirata e valore futuro garantito, dalla rata desiderata all’importo.</p>`,
  ],
  [
    88,
    '4.9.0',
    'IPT per provincia',
    `<p>L’IPT segue la provincia del cliente e la potenza del veicolo.</p>${list('Maggiorazioni aggiornate', 'Arrotondamento all’euro')}`,
  ],
  [
    52,
    '4.10.0',
    'Confronto tra preventivi',
    `<p>Fino a <strong>tre preventivi</strong> in colonna, con le differenze in evidenza.</p>`,
  ],
  [
    21,
    '4.11.0',
    'Accessori: importazione e prezzi',
    `<h3>Novità</h3>${list('Importazione da CSV con prova', 'Aggiornamento dei prezzi in percentuale')}`,
  ],
  [
    3,
    '4.12.0',
    'Documento in PDF/A',
    `<h3>Novità</h3>${list('Il preventivo stampato è in PDF/A, uguale allo schermo', 'Anteprima delle pagine prima della stampa')}<h3>Correzioni</h3>${list('Il saldo tiene conto del residuo da estinguere')}`,
  ],
];

/** Release notes, the latest three days old, and two current notices. */
export async function seedPortal(owner: Owner, today: string): Promise<void> {
  await enter(owner, 10);
  await insertRows(
    owner,
    'releases',
    releases.map(([age, release_number, title, body], i) => ({
      id: i + 1,
      release_number,
      release_date: addDays(today, -age),
      title,
      body,
    })),
  );
  await insertRows(owner, 'notices', [
    {
      id: 1,
      color: '#1d4ed8',
      title: 'Nuovo listino Corsaro e Faro',
      forCompanies: null,
      body: `<p>Dal <strong>${addDays(today, 30).split('-').reverse().join('/')}</strong> entrano in vigore i nuovi prezzi: i preventivi emessi prima restano validi fino alla scadenza.</p>`,
      starts_at: `${addDays(today, -2)}T07:00:00Z`,
      ends_at: `${addDays(today, 30)}T22:00:00Z`,
    },
    {
      id: 2,
      color: '#b45309',
      title: 'Manutenzione programmata',
      forCompanies: null,
      body: '<p>Sabato dalle 22:00 alle 23:00 il servizio può essere interrotto per pochi minuti.</p>',
      starts_at: `${addDays(today, -1)}T07:00:00Z`,
      ends_at: `${addDays(today, 8)}T22:00:00Z`,
    },
  ]);
}
