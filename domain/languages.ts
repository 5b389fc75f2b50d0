/** Languages other than Italian that customers ask for and sellers speak; ISO 639-1 → Italian. */
export const languages = {
  en: 'Inglese',
  fr: 'Francese',
  de: 'Tedesco',
  es: 'Spagnolo',
  ro: 'Rumeno',
  sq: 'Albanese',
  ar: 'Arabo',
  zh: 'Cinese',
  uk: 'Ucraino',
} as const;
