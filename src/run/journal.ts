/** Writes exchanges to a folder as they come, so that nothing is lost if the process is killed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Spool } from '../exchange/spool.ts';
import { VERSION } from '../exchange/version.ts';

/** The file of exchanges: a line about the run, then one for each exchange, as an entry of an HTTP Archive. */
export const EXCHANGES = 'exchanges.ndjson';

/** Begins the journal of a run in a folder; without one it is kept in memory, and on disk where it grows. */
export function journalIn(folder: string | undefined, settings: object): Spool {
  return begun(folder, { _assay: settings });
}

/** Begins the journal of traffic that others exchange. */
export function trafficJournalIn(folder: string, traffic: object): Spool {
  return begun(folder, { _traffic: traffic });
}

function begun(folder: string | undefined, about: object): Spool {
  const path = folder === undefined ? undefined : join(folder, EXCHANGES);
  // A file that a killed run left, or a link that leads elsewhere, is not written through.
  if (path !== undefined) rmSync(path, { force: true });
  const spool = new Spool(path);
  const creator = { name: 'assay', version: VERSION };
  spool.append(`${JSON.stringify({ creator, ...about })}\n`);
  spool.flush();
  return spool;
}
