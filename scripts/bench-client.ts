/** What the parts of `npm run bench` about neighbours share: calls of people, and how long a list takes meanwhile. */
import sharp from 'sharp';

const PASSWORD = 'Prova-2026-demo';

export type Call = (method: string, path: string, body?: object | Buffer) => Promise<number>;

/** The token of a person of the demo world. */
export async function logIn(api: string, email: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-session': 'bearer' };
  const body = JSON.stringify({ email, password: PASSWORD });
  return ((await (await fetch(`${api}/auth/login`, { method: 'POST', headers, body })).json()) as { token: string })
    .token;
}

/** Logs a person of the demo world in. The returned function makes a call, reads the whole answer and returns its status. */
export const enter = async (api: string, email: string): Promise<Call> =>
  callsOf(api, { authorization: `Bearer ${await logIn(api, email)}` });

/** The same for a stranger. */
export const anybody = (api: string): Call => callsOf(api, {});

function callsOf(api: string, who: Record<string, string>): Call {
  return async (method, path, sent) => {
    const isFile = Buffer.isBuffer(sent);
    const headers = {
      ...who,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    };
    const content = isFile ? new Uint8Array(sent) : JSON.stringify(sent);
    const answer = await fetch(api + path, { method, headers, ...(sent && { body: content }) });
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** The 99th percentile, in milliseconds, of the neighbour's list, called repeatedly while `going`, and at least so often. */
export async function p99(neighbour: Call, going: () => boolean, least = 1): Promise<number> {
  const seen: number[] = [];
  while (seen.length < least || going()) {
    const begun = performance.now();
    const status = await neighbour('GET', '/quotes?limit=50');
    if (status !== 200) throw new Error(`the neighbour got ${status}`);
    seen.push(performance.now() - begun);
  }
  return seen.toSorted((a, b) => a - b)[Math.floor(seen.length * 0.99)]!;
}

/** A photo of 12 megapixels with as much noise as makes it about so many MB. */
export const shotOf = (quality: number) =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality })
    .toBuffer();

export const medianOf = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
