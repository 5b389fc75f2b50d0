/** Texts of a telephone number that can be called. */
export const reach = { call: 'Chiama', whatsapp: 'WhatsApp', silent: 'Non contattare' } as const;
