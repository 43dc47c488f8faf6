/** The proxy in its own process; it judges the traffic, as the command does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy } from '../src/proxy/proxy.ts';
import { Watch } from '../src/proxy/watch.ts';
import { surfaces } from '../suites/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const target = new URL(process.argv[2] ?? '');
const watch = new Watch(
  Object.values(surfaces).map((load) => load()),
  target,
  folder,
);
const { origin } = await startProxy({
  ...{ target, host: '127.0.0.1', port: 0 },
  onPassed: (passed) => watch.add(passed),
});
process.send?.({ origin });
process.once('disconnect', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
