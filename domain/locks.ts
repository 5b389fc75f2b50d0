/** Why sections of a record may not be changed, in Italian, by section; what is not named is open. */
export type Locks<Section extends string = string> = Readonly<Partial<Record<Section, string>>>;
