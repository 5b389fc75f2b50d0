export const usedColours = ['Bianco', 'Grigio Notte', 'Nero', 'Rosso', 'Blu', 'Argento', 'Verde salvia'];

export const usedEquipment = [
  ...[
    'Climatizzatore automatico',
    'Sensori di parcheggio posteriori',
    'Retrocamera',
    'Fari LED',
    'Cerchi in lega da 17"',
  ],
  ...['Navigatore', 'Apple CarPlay e Android Auto', 'Cruise control adattivo', 'Sedili riscaldati', 'Tetto panoramico'],
  ...['Vetri oscurati', 'Gancio di traino', 'Chiave elettronica', 'Frenata automatica di emergenza'],
];

/** Kind, description, supplier, euro with VAT. */
export const usedWorks = [
  ['maintenance', 'Tagliando completo', 'Officina interna', 289],
  ['tyres', 'Quattro pneumatici', 'Gomme Brianza', 412],
  ['bodywork', 'Paraurti posteriore', 'Carrozzeria Sempione', 512.4],
  ['mechanics', 'Pastiglie e dischi anteriori', 'Officina interna', 346],
  ['detailing', 'Lavaggio e igienizzazione', 'Splendor Car', 120],
  ['transfer', 'Minivoltura', 'Agenzia Garibaldi', 110],
  ['inspection', 'Revisione', 'Centro revisioni Nord', 79],
] as const;
