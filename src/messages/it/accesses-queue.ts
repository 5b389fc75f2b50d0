/** Texts of what was typed at the reception while there was no line: they are loaded with it. */
export const queue = {
  queued: 'Da inviare: {n}',
  unqueue: 'Togli',
  unqueueOf: 'Togli {name}',
  sentLate: '{name}, {when}: registrata in quel giorno, resta da chiudere.',
} as const;
