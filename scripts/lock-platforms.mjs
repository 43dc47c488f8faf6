// Completes package-lock.json with the builds for other platforms that npm left out of it.
//
// npm writes an entry only for what it could look up, and a registry need not carry the builds for every
// platform. `npm ci` rejects a lock file with such gaps. Run this after `npm install` has changed the lock.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openharmony', 'win32'];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const known = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
const added = {};

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const parts = name.split('/').at(-1).split('-');
    const os = SYSTEMS.filter((system) => parts.includes(system));
    const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
    if (known.has(name) || os.length === 0 || cpu.length === 0) continue;
    const libc = parts.some((part) => part.startsWith('musl')) ? { libc: ['musl'] } : {};
    const scope = dev === true ? { dev } : {};
    added[`node_modules/${name}`] = { version, cpu, ...scope, ...libc, optional: true, os };
  }
}

const packages = Object.entries({ ...lock.packages, ...added });
packages.sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(packages);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${Object.keys(added).length} builds for other platforms added`);
