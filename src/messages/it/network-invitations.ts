/** Texts of whom the manufacturer invites into a company, on both sides. */
export const invitations = {
  invite: 'Invita',
  title: 'Invitare in {name}',
  help: 'Entra quando chi gestisce gli utenti della concessionaria conferma. Se là nessuno può più farlo, dopo {hours} ore l’invito vale da sé e la concessionaria ne è avvisata.',
  name: 'Nome e cognome',
  email: 'E-mail',
  role: 'Ruolo',
  send: 'Chiedi conferma',
  cancel: 'Annulla',
  waiting: 'Inviti che aspettano la concessionaria',
  asked: '{role} · {email} · chiesto da {asker}, {at}',
  withdraw: 'Ritira',
  ofMaker: 'La Casa invita',
  ofMakerHelp:
    'Nessuno entra finché non si conferma. Chi conferma crea l’utente, in tutte le sedi, e parte l’invito per e-mail.',
  confirm: 'Conferma',
  refuse: 'Rifiuta',
  confirmed: 'Confermato: l’invito è partito.',
  refused: 'Rifiutato: non entra.',
} as const;
