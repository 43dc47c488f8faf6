/** What a run writes down in its folder as it goes on, so that nothing is lost when it is killed. */
import { join } from 'node:path';
import { Spool } from '../exchange/spool.ts';
import { VERSION } from '../exchange/version.ts';

/** What was exchanged: a line about the run, then one for each exchange, as an entry of an HTTP Archive. */
export const EXCHANGES = 'exchanges.ndjson';

/** Begins a journal in a folder; without one it is kept in memory, and on disk where it grows. */
export function journalIn(folder: string | undefined, settings: object): Spool {
  const spool = new Spool(folder === undefined ? undefined : join(folder, EXCHANGES));
  const creator = { name: 'assay', version: VERSION };
  spool.append(Buffer.from(`${JSON.stringify({ creator, _assay: settings })}\n`));
  spool.flush();
  return spool;
}
