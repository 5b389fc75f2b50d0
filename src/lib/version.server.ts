declare const __VERSION__: string | undefined;

/** The running build, answered by /version.json and compared by the update banner. */
export const VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : 'dev';
