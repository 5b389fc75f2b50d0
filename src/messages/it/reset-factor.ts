/** Words of taking away the second factor of a colleague. */
export const resetFactor = {
  title: 'Azzera il secondo fattore',
  text: '{name} entrerà con la sola password finché non lo attiva di nuovo. Farlo solo se ha perso il telefono e lo ha chiesto di persona: le sue sessioni si chiudono.',
  verb: 'Azzera',
  done: 'Secondo fattore di {name} azzerato; le sessioni sono chiuse e riceve una e-mail',
} as const;
