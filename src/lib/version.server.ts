declare const __VERSION__: string | undefined;

/** The running build; /version.json answers it and the update banner compares it. */
export const VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : 'dev';
