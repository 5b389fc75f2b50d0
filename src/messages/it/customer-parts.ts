/** Texts of what pages of other areas show of a customer. */
export const customerPicker = { create: 'Nuovo cliente', edit: 'Modifica', last: 'Usa {name}' } as const;

export const reach = { call: 'Chiama', whatsapp: 'WhatsApp' } as const;
