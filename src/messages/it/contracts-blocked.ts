/** What a requirement of contracts would stop, counted while it is edited. */
export const blocked = {
  counting: 'si conta…',
  blocks: {
    none: 'non bloccherebbe nessun contratto',
    one: 'bloccherebbe 1 contratto',
    many: 'bloccherebbe {n} contratti',
  },
  when: 'prima di {stage}, {channel}',
  everywhere: 'tutti i canali',
} as const;
