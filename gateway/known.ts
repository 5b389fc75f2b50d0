import { channel } from 'node:diagnostics_channel';

/** By this header the server's front knows a request again; what comes from outside under this name it writes over. */
export const SOCKET = 'x-socket';
/** Tells the front, which the build keeps apart from the gateway, the sockets of who is no stranger. */
export const known = channel('volante:known');

/** Who sent a request with these headers has shown a session or a private link, and may have a slow line. */
export const recognise = (headers?: Headers): void => known.publish(headers?.get(SOCKET));
