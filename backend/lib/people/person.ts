/** A person, or another record, as answers name it; null: none. */
export const person = (id: number | null, name: string | null | undefined): { id: number; name: string } | null =>
  id === null ? null : { id, name: name ?? '' };
