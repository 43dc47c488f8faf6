// The process of `keptCli` in cli.ts: it loads the built command line once, and runs one command line after the other.
import { createRequire } from 'node:module';

const [, , bundle] = process.argv;
const { start } = createRequire(import.meta.url)(bundle);
const said = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr']) {
  // Each command adds its own listeners.
  process[name].setMaxListeners(0);
  process[name].write = (chunk, ...rest) => {
    said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((one) => typeof one === 'function');
    if (done) queueMicrotask(done);
    return true;
  };
}
process.setMaxListeners(0);

process.on('message', async ({ argv, cwd, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const code = await start(argv, { command: undefined, onLoaded: () => undefined });
  process.send({ code, ...said });
  said.stdout = said.stderr = '';
});
