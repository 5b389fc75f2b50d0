/** Words that the activity of new and used cars shares. */
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { write, type FieldText } from '../lib/records/timeline.ts';

/** Labels of reservation and sale. */
export const standingWords: Record<string, FieldText> = {
  note: ['Spiegazione', write.text],
  reservedUntil: [
    'Opzionata fino al',
    (at) => (at ? `${day(dayInRome(new Date(at as string)))} ${time(at as string)}` : '—'),
  ],
  saleChannel: ['Canale di vendita', write.word(saleChannels)],
  salePrice: ['Prezzo di vendita', write.money],
  saleDocument: ['Documento di vendita', write.text],
  buyer: ['Acquirente', write.text],
  soldOn: ['Venduta il', write.day],
};
