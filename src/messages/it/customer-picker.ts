/** Around the search of a customer; apart from the words of their pages, which no builder loads. */
export const customerPicker = { create: 'Nuovo cliente', edit: 'Modifica', last: 'Usa {name}' } as const;
