/** Who else writes in a record. */
export const presence = {
  one: '{name} sta modificando questa sezione',
  many: '{names} stanno modificando questa sezione',
} as const;
