/** Fired at the document with the id of a request that was decided under the bell: the page behind it may list it, too. */
export const DECIDED = 'volante:decided';
