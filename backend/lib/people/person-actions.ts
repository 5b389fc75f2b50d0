/** Words of the activity for what happens to a customer beside changes of its data. */
export const personActions: Readonly<Record<string, string>> = {
  consent: 'ha registrato un consenso',
  consent_withdrawn: 'ha registrato un consenso negato o revocato',
  consent_parted: 'ha tolto i consensi di un lead che è di un’altra persona',
  privacy_sent: 'ha inviato il collegamento alla pagina personale',
  privacy_link: 'ha creato un collegamento alla pagina personale',
  advanced_accepted: 'ha raccolto l’adesione alla firma elettronica avanzata',
  advanced_revoked: 'ha revocato la firma elettronica avanzata',
  advanced_emptied: 'ha cancellato l’adesione alla firma avanzata, passati vent’anni',
  link_revoked: 'ha revocato i collegamenti alla pagina personale',
  merge: 'ha unito un doppione a questo cliente',
  merged: 'ha unito questo cliente a un altro',
  unmerge: 'ha annullato l’unione',
  person_export: 'ha esportato tutti i dati del cliente',
  facts_erased: 'ha cancellato i dati personali',
  erasure_replayed: 'ha cancellato di nuovo i dati che un backup ripristinato aveva riportato',
};
