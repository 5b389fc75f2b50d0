/** Makes, models and versions of the demo's used cars (domain.md §3.3): body, fuel, gearbox, kW, cc, CO₂, list price when new in euro. */
export const usedModels = [
  ['Fiat', 'Panda', '1.0 FireFly Hybrid City Life', 'city', 'mhev', 'manual', 51, 999, 112, 15_950],
  ['Dacia', 'Sandero', '1.0 TCe GPL Stepway Comfort', 'hatchback', 'lpg', 'manual', 74, 999, 116, 16_400],
  ['Citroën', 'C3', '1.2 PureTech Shine', 'hatchback', 'petrol', 'manual', 61, 1199, 124, 18_900],
  ['Renault', 'Clio', '1.6 E-Tech Techno', 'hatchback', 'hev', 'automatic', 105, 1598, 97, 24_300],
  ['Peugeot', '208', '1.2 PureTech 100 Allure', 'hatchback', 'petrol', 'manual', 74, 1199, 121, 21_800],
  ['MG', 'ZS', '1.5 VTi-tech Luxury', 'suv', 'petrol', 'manual', 78, 1498, 149, 20_690],
  ['Toyota', 'Yaris', '1.5 Hybrid Trend', 'hatchback', 'hev', 'cvt', 85, 1490, 92, 25_200],
  ['Toyota', 'Yaris Cross', '1.5 Hybrid Lounge', 'suv', 'hev', 'cvt', 85, 1490, 101, 31_400],
  ['Jeep', 'Avenger', '1.2 Turbo Longitude', 'suv', 'petrol', 'manual', 74, 1199, 127, 25_500],
  ['Ford', 'Puma', '1.0 EcoBoost Hybrid ST-Line', 'suv', 'mhev', 'manual', 92, 999, 121, 28_900],
  ['Volkswagen', 'T-Roc', '2.0 TDI 150 Style DSG', 'suv', 'diesel', 'dct', 110, 1968, 128, 36_900],
  ['Volkswagen', 'Golf', '1.5 eTSI Life DSG', 'hatchback', 'mhev', 'dct', 96, 1498, 117, 32_600],
  ['Nissan', 'Qashqai', '1.3 Mild Hybrid N-Connecta', 'suv', 'mhev', 'manual', 103, 1332, 142, 34_200],
  ['Kia', 'Sportage', '1.6 CRDi 136 Business', 'suv', 'mhev_diesel', 'dct', 100, 1598, 137, 36_400],
  ['Hyundai', 'Tucson', '1.6 PHEV 4WD Excellence', 'suv', 'phev', 'automatic', 195, 1598, 31, 47_800],
  ['Audi', 'A3', '35 TFSI S tronic Business', 'hatchback', 'mhev', 'dct', 110, 1498, 119, 37_500],
  ['BMW', 'X1', 'sDrive18d xLine', 'suv', 'diesel', 'dct', 110, 1995, 129, 48_900],
  ['Tesla', 'Model Y', 'Long Range RWD', 'suv', 'bev', 'automatic', 220, 0, 0, 44_990],
  ['Alfa Romeo', 'Stelvio', '2.2 Turbo Diesel 190 Sprint', 'suv', 'diesel', 'automatic', 140, 2143, 148, 57_200],
  ['Fiat', 'Doblò', '1.5 BlueHDi Maxi', 'van', 'diesel', 'manual', 75, 1499, 142, 26_700],
  ['Lumera', 'Rea', '1.5 HEV Comfort', 'hatchback', 'hev', 'cvt', 85, 1498, 98, 24_900],
  ['Lumera', 'Corsaro', '1.3 MHEV Sport', 'suv', 'mhev', 'dct', 96, 1332, 124, 29_900],
  ['Ventor', 'Faro', '2.0 D 150 CV', 'suv', 'diesel', 'automatic', 110, 1968, 132, 34_600],
] as const;

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
