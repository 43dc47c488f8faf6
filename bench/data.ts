/** Copies the data of the kit beside the compiled benchmarks. It is imported before any module that reads the data. */
import { cpSync } from 'node:fs';

for (const data of ['specs', 'schemas']) {
  const from = new URL(`../../${data}`, import.meta.url);
  cpSync(from, new URL(`../${data}`, import.meta.url), { recursive: true });
}
