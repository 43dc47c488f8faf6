// Completes package-lock.json with the builds for other platforms that npm left out of it, and with missing digests.
//
// npm writes an entry only for what it could look up, and a registry need not carry the builds for every
// platform. `npm ci` rejects a lock file with such gaps. Run this after `npm install` has changed the lock.
import { execFileSync } from 'node:child_process';
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
const known = new Set(Object.keys(lock.packages).map(nameOf));
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
const without = packages.filter(([path, { integrity }]) => path !== '' && integrity === undefined);
for (const [path, entry] of without) {
  const { version, ...rest } = entry;
  const integrity = digestOf(`${nameOf(path)}@${version}`);
  for (const member of Object.keys(entry)) delete entry[member];
  Object.assign(entry, { version, integrity, ...rest });
}
lock.packages = Object.fromEntries(packages);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  `package-lock.json: ${Object.keys(added).length} builds for other platforms and ${without.length} digests added`,
);

function nameOf(path) {
  return path.split('node_modules/').at(-1);
}

/** The digest that the registry of npm's settings has for a package. */
function digestOf(name) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const digest = execFileSync(npm, ['view', name, 'dist.integrity'], { encoding: 'utf8' }).trim();
  if (/^sha512-.{86}==$/.test(digest)) return digest;
  throw new Error(`${name}: the registry has no digest of it. Use one that carries the package.`);
}
