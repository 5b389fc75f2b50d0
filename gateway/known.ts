import { channel } from 'node:diagnostics_channel';

/** The header by which the HTTP server recognises a request later; the server overwrites a value from outside. */
export const SOCKET = 'x-socket';
/** Tells the HTTP server, which the build keeps apart from the gateway, the sockets of known callers. */
export const known = channel('volante:known');

/**
 * Notes that the sender of a request with these headers has shown a session or a private link, and may have a slow
 * line.
 */
export const recognise = (headers?: Headers): void => known.publish(headers?.get(SOCKET));
