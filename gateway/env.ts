import type { HttpBindings } from '@hono/node-server';
import type { User } from '#domain/auth/schema.ts';
import type { Config } from '#config';

/** The backend in this process, as a function. */
export type Upstream = (request: Request) => Response | Promise<Response>;

/** The settings that the gateway reads; tests pass only these. */
export type GatewayConfig = Pick<
  Config,
  | 'PUBLIC_ORIGIN'
  | 'SESSION_SECRET'
  | 'SESSION_SECRET_OLD'
  | 'UPSTREAM_URL'
  | 'UPSTREAM_TIMEOUT'
  | 'TRUSTED_PROXIES'
  | 'RATE_LIMIT'
  | 'LOG_LEVEL'
>;

/**
 * A JSON answer. `body`: as the upstream sent it, if the upstream has checked it by this table; else the value has
 * been checked here.
 */
export interface Json {
  readonly value: unknown;
  body?: Uint8Array<ArrayBuffer>;
}

/** Hono's types for the gateway: what the steps of the pipeline pass to each other. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Sets the time limit of the answer, in milliseconds from now. */
    mayTake: (ms: number) => void;
    ip: string;
    /** The bearer token, from the Authorization header or from the sealed cookie. */
    token: string | null;
    /**
     * Whether the cookie's seal is genuine, or the upstream knows the bearer: such a caller has a rate limit of its
     * own.
     */
    trusted: boolean;
    user?: User;
    /** The numbers of the path, once they are checked. */
    params: Record<string, number>;
    /** The query as it was written, once it is checked. */
    query: Record<string, string>;
    /** The call of the table, for the log; absent when none matched. */
    route?: string;
    /** The most bytes of the file that this call sends; absent: the body is JSON. */
    upload?: number;
    /** Code of the answered error, for the log. */
    failed?: string;
  };
}
