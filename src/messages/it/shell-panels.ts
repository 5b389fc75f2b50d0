/** Words of the shell that its scripts say once palette, bell or logout are pressed. */
export const panels = {
  paletteRecent: 'Aperti di recente',
  paletteFound: 'Trovati',
  paletteBusy: 'Ricerca in corso…',
  paletteNone: 'Nessun risultato per «{text}»',
  paletteFailed: 'La ricerca non risponde: riprovare.',
  notificationsNone: 'Nessuna notifica',
  notificationsFailed: 'Impossibile caricare le notifiche',
  notificationsOlder: 'Mostra le precedenti',
  notificationsRead: 'Segna tutte come lette',
  notificationsSettings: 'Scegli le notifiche',
  unreadOne: 'Da leggere: ',
  recentToasts: 'Messaggi recenti',
  logoutAsk: 'Sei sicuro di voler effettuare il logout?',
  confirm: 'Conferma',
  cancel: 'Annulla',
} as const;
