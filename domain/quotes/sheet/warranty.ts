import type { QuoteDraft } from '../schema.ts';
import type { UsedCar } from '../start/used-car.ts';

/** The legal warranty of a used car in this sale: months, heading and printed sentence. */
export interface Warranty {
  months: 12 | 24;
  title: string;
  text: string;
  /** Whether it needs the customer's written agreement. */
  agreed: boolean;
}

/**
 * Consumers have a legal warranty of 24 months, which may be reduced to at least 12 by written agreement; business
 * buyers have the warranty of the civil code (rules.md §12). The car's own warranty follows in the text.
 */
export function warrantyOf(
  draft: Pick<QuoteDraft, 'customer' | 'warrantyReduced'>,
  car: Pick<UsedCar, 'warranty'>,
): Warranty {
  const legal = legalOf(draft);
  return car.warranty ? { ...legal, text: `${legal.text} Compresa nel prezzo: garanzia ${car.warranty}.` } : legal;
}

function legalOf({ customer, warrantyReduced }: Pick<QuoteDraft, 'customer' | 'warrantyReduced'>): Warranty {
  if (customer && customer.type !== 'private')
    return {
      months: 12,
      agreed: false,
      title: 'Garanzia per vizi',
      text: 'Acquisto per attività professionale: vale la garanzia per vizi del Codice civile (artt. 1490 e seguenti), un anno dalla consegna, con denuncia entro otto giorni dalla scoperta.',
    };
  if (warrantyReduced)
    return {
      months: 12,
      agreed: true,
      title: 'Garanzia legale di 12 mesi',
      text: 'Trattandosi di bene usato, le parti concordano per iscritto di limitare a dodici mesi dalla consegna la responsabilità del venditore per difetti di conformità (art. 133, comma 4, Codice del consumo). I difetti che si manifestano entro un anno si presumono esistenti alla consegna.',
    };
  return {
    months: 24,
    agreed: false,
    title: 'Garanzia legale di 24 mesi',
    text: 'Il venditore risponde dei difetti di conformità esistenti alla consegna che si manifestano entro due anni (artt. 128 e seguenti Codice del consumo). I difetti che si manifestano entro un anno si presumono esistenti alla consegna.',
  };
}
