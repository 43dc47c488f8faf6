/** `npm run hostile`: runs the kit against each hostile behavior. */
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { matcher } from '../../src/plan/select.ts';
import { BEHAVIORS, type Behavior, startHostile } from './index.ts';
import { lineOf, runHostile } from './runner.ts';

const USAGE = `npm run hostile -- [--only GLOB] [--list | --serve] [--json] [--port N]

  --only GLOB   the behaviors with these ids
  --list        only list them, each with what a run must report of it
  --serve       serve the first of them until Ctrl-C, on --port N or any free one
  --json        print objects
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    list: { type: 'boolean' },
    serve: { type: 'boolean' },
    json: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    help: { type: 'boolean' },
  },
});
const port = Number(options.port);
const isPort = /^\d+$/.test(options.port) && port <= 65_535;
const isChosen = matcher(options.only);
const chosen = BEHAVIORS.filter(({ id }) => isChosen(id));
const [first] = chosen;
if (options.help) process.stdout.write(USAGE);
else if (!isPort) fail(`--port ${options.port}: write a whole number from 0 to 65,535.`);
else if (first === undefined) fail(`--only ${options.only}: no behavior has such an id.`);
else if (options.list) list(chosen);
else if (options.serve) await serve(first);
else await run();

async function run(): Promise<void> {
  const rows = await runHostile(chosen, (row) => {
    if (!options.json) process.stdout.write(`${lineOf(row)}\n`);
  });
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  const good = rows.filter(({ problems }) => problems.length === 0).length;
  process.stderr.write(`${good} of ${rows.length} behaviors are reported as stated.\n`);
  if (good < rows.length) process.exitCode = 1;
}

function list(behaviors: readonly Behavior[]): void {
  const width = Math.max(...behaviors.map(({ id }) => id.length));
  for (const { id, does, result, says } of behaviors) {
    const also = says === undefined ? '' : `, "${says}"`;
    process.stdout.write(`${id.padEnd(width)}  ${does} → ${result}${also}\n`);
  }
}

async function serve(behavior: Behavior): Promise<void> {
  const server = await startHostile(behavior, port);
  const fixtures = stringify(server.fixtures, { aliasDuplicateObjects: false });
  process.stdout.write(
    `# ${behavior.id}: a ${server.surface} at ${server.url} until Ctrl-C, with these fixtures:\n${fixtures}`,
  );
}

function fail(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 3;
}
