/** Runs in a thread where a portal sends much: the leads of a call, read and checked. */
import { readFile } from 'node:fs/promises';
import { Failure } from '#domain/errors.ts';
import { inboundInput } from '#domain/leads/schema.ts';
import { parseJson } from '../lib/work/parse.ts';

interface Refused {
  refused: string;
  fields: Readonly<Record<string, string>>;
}

/** Leads as the text of a JSON list and how many they are, or why they are refused, as of any call. */
export type Sent = { source: string; count: number; leads: string } | Refused;

/** Reads the file in which a call was received today. */
export async function readSent({ path, today }: { path: string; today: string }): Promise<Sent> {
  const text = await readFile(path, 'utf8');
  try {
    const { source, leads } = parseJson(inboundInput, text, today);
    return { source, count: leads.length, leads: JSON.stringify(leads) };
  } catch (error) {
    // A failure of the thread itself would arrive as a plain error.
    if (!(error instanceof Failure)) throw error;
    return { refused: error.message, fields: error.detail.fields ?? {} };
  }
}
