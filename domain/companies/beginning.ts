import { z } from 'zod';

/** Days after its opening for which a company is new: what it lacks is then asked for on the dashboard. */
export const NEW_DAYS = 90;

/** What a new company still has to do, in order: each ends by being done somewhere. */
export const beginningSteps = {
  company: { label: 'Completare i dati dell’azienda', text: 'Partita IVA, sede, recapiti, registro imprese' },
  logo: { label: 'Caricare il logo', text: 'In testa a preventivi e offerte' },
  places: { label: 'Completare le sedi', text: 'Indirizzo e orari, come li leggono i clienti' },
  people: { label: 'Invitare le persone', text: 'Ognuna con la sua sede e il suo ruolo' },
  caps: { label: 'Rivedere i limiti di sconto', text: 'Quanto sconto ogni ruolo dà da solo' },
  import: { label: 'Importare i dati', text: 'Clienti, auto, accessori da un altro programma' },
  quote: { label: 'Fare il primo preventivo', text: 'Con un’auto del catalogo o dello stock' },
} as const;
export type BeginningStep = keyof typeof beginningSteps;

/** Which areas a company has begun to use, and what a new one still lacks. */
export const beginning = z.object({
  quotes: z.boolean(),
  stock: z.boolean(),
  missing: z.array(z.enum(Object.keys(beginningSteps) as [BeginningStep, ...BeginningStep[]])),
});
export type Beginning = z.output<typeof beginning>;
