/** Words of the shell that the scripts of every page say: the others stand in the server's HTML only. */
export const live = {
  notifications: 'Notifiche',
  unread: 'da leggere',
  companyProvince: 'Provincia: {province}',
  logoutFailed: 'Impossibile effettuare il logout',
  close: 'Chiudi',
  chunkFailed: 'Una parte della pagina non si è caricata: ricaricare la pagina.',
} as const;
