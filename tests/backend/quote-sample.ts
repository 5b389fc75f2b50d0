import { render } from '#backend/documents/draw.ts';
import { quoteDrawing } from '#backend/quotes/print/document.ts';
import type { QuoteDocument } from '#backend/quotes/print/values.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { workedExample } from '#tests/support/price-sheet.ts';

/** The worked example ready to print, priced by the engine, with as many optionals more as asked. */
export function sampleDocument(more = 0, change: Partial<QuoteDocument> = {}): QuoteDocument {
  const extra = Array.from({ length: more }, (_, i) => ({
    id: 1000 + i,
    code: `X${i}`,
    name: `Dettaglio n. ${i + 1} più «raro»`,
    kind: 'optional' as const,
    price: 10_00 + i,
    standard: false,
    colour: null,
  }));
  const sheet = { ...workedExample.sheet, options: [...workedExample.sheet.options, ...extra] };
  const draft = {
    ...workedExample.draft,
    optionIds: [...workedExample.draft.optionIds, ...extra.map((option) => option.id)],
  };
  return {
    number: 'P-2026-000123',
    revision: 2,
    issuedOn: '2026-11-20',
    expiresOn: '2026-11-28',
    company: {
      name: 'Autosalone Brera S.r.l.',
      address: 'Via Solferino 128',
      cap: '20121',
      city: 'Milano',
      province: 'MI',
      vatNumber: '09990000216',
      phone: '+39 000 210 2100',
      email: 'vendite@brera.example.it',
    },
    seller: { name: 'Giulia Ferrari', phone: null, email: 'giulia.ferrari@brera.example.it' },
    customer: {
      name: "Niccolò D'Angelo",
      address: "Via dell'Università 7",
      cap: '20121',
      city: 'Milano',
      province: 'MI',
      taxCode: 'DNGNCL78M05D612O',
      vatNumber: null,
      email: null,
      phone: null,
    },
    maker: 'Lumera',
    model: 'Rea',
    version: sheet.version,
    colour: 'Blu Laguna metallizzato',
    interior: null,
    priced: price(draft, sheet),
    form: 4,
    accessories: [],
    services: [],
    makerServices: [],
    tradeIns: draft.tradeIns,
    used: null,
    warranty: null,
    inMargin: false,
    exemption: draft.iptExemption,
    look: { colour: '#1557c0', accent: '#eef3fb', logo: null, body: 'suv', paint: '#2c5f9e' },
    plan: sheet.plans[0]!,
    financing: draft.financing,
    alternatives: [],
    province: 'Milano',
    params: sheet.params,
    notes: 'Consegna in 60 giorni.',
    conditions: 'I prezzi valgono fino alla data indicata.\nLa valutazione dell’usato è confermata alla consegna.',
    ...change,
  };
}

export const renderQuote = (data: QuoteDocument) => render(quoteDrawing(data));
