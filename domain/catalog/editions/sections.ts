/** Parts of the page of a version. */
export const versionSections = ['data', 'price', 'options', 'packs', 'looks', 'rules', 'images'] as const;
export type VersionSection = (typeof versionSections)[number];
