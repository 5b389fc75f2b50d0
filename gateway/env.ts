import type { HttpBindings } from '@hono/node-server';
import type { User } from '#domain/auth/schema.ts';
import type { Config } from '#config';

/** What the gateway forwards to: the backend in this process, or `fetch` to UPSTREAM_URL. */
export type Upstream = (request: Request) => Response | Promise<Response>;

/** The settings that the gateway reads; tests give just these. */
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

/** A JSON answer. `bytes` are there when the upstream has checked them by this table; else the value has been checked here. */
export interface Json {
  readonly value: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
}

/** Hono's types of the gateway: what the steps of the pipeline leave for each other. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** From now on the answer may take so many milliseconds. */
    mayTake: (ms: number) => void;
    ip: string;
    /** The bearer token, from the Authorization header or from the sealed cookie. */
    token: string | null;
    /** A cookie whose seal is genuine, or a bearer that the upstream knows: it has a rate limit of its own. */
    trusted: boolean;
    user?: User;
    /** The call of the table, for the log; absent when nothing matched. */
    route?: string;
    /** The most bytes of the file that this call sends; absent: its body is JSON. */
    upload?: number;
    /** Code of the error that was answered, for the log. */
    failed?: string;
  };
}
