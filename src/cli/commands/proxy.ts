import { once } from 'node:events';
import { join } from 'node:path';
import { Option } from 'commander';
import { isLoopback, listeningAddress } from '../../exchange/loopback.ts';
import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import { surfaceOfTraffic } from '../../input/held.ts';
import { networkOf } from '../../input/network.ts';
import { parseTarget } from '../../input/options.ts';
import { NO_CONFIG, OUT } from '../../input/settings.ts';
import { defined } from '../../model/defined.ts';
import type { Requirement, Surface } from '../../model/index.ts';
import { OF_CLIENT } from '../../output/out-folder.ts';
import type { Seen, Watch } from '../../proxy/watch.ts';
import { count } from '../../report/text.ts';
import {
  registrationOf,
  SURFACES,
  surfaceNames,
  VERSIONED,
  versionNames,
} from '../../surfaces/index.ts';
import { EXIT, exitCodeOf } from '../exit.ts';
import { checkSurface } from '../options/surface.ts';
import { colourOf } from '../options/values.ts';
import { complain, notice } from '../problem.ts';
import type { Program } from '../program.ts';

interface ProxyFlags extends Flags {
  readonly listen: Listening;
  readonly surface?: string;
  readonly out: string;
}

interface Listening {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';
const INSECURE =
  'certificates were not verified (--insecure): another server may have responded instead of the target';

const open = (host: string): string =>
  `Warning: --listen ${host} lets other machines send requests to the target through this one, with the network access of this machine. Use ${LOOPBACK} unless you intend this.`;

export function addProxy(program: Program): void {
  program
    .command('proxy <url>')
    .description('judge what a client and a server exchange; nothing else is sent')
    .runs(proxyCommand)
    .addOption(
      new Option('--listen <[host:]port>', 'where the client connects')
        .argParser(placeIn)
        .default({ host: LOOPBACK, port: 0 }, `any free port of ${LOOPBACK}`),
    )
    .option('--surface <name>', `${surfaceNames()} (default: that of the first request)`)
    .contract(
      `for a ${VERSIONED.name}: ${versionNames()} (default: ${VERSIONED.versions.names[0]})`,
      `for a ${VERSIONED.name}: judge by this OpenAPI document`,
    )
    .rules()
    .option('--out <dir>', 'where the report goes', OUT)
    .force()
    .network()
    .summaryView();
}

async function proxyCommand(address: string, flags: ProxyFlags): Promise<number> {
  const url = parseTarget(address);
  const { host, port } = flags.listen;
  const own = [host, listeningAddress(host), LOOPBACK, '[::1]'];
  const isHere = own.includes(url.hostname) || listeningAddress(url.hostname) === LOOPBACK;
  if (port !== 0 && Number(url.port) === port && isHere)
    throw new InputError(`--listen: ${url.host} is the server itself. Name another port.`);
  const { trust, proxy: forward } = await networkOf(flags, NO_CONFIG);
  const surfaces = await surfacesOf(flags);
  const { prepareFolder } = await import('../../output/out-folder.ts');
  const { startProxy } = await import('../../proxy/proxy.ts');
  const { Watch: NewWatch } = await import('../../proxy/watch.ts');
  for (const folder of [flags.out, join(flags.out, OF_CLIENT)]) prepareFolder(folder, flags.force);
  if (!isLoopback(host)) notice(open(host));
  const watch = new NewWatch(surfaces, url, flags.out, VERSIONED.versions.announcedAt);
  const failing = new Set<Requirement>();
  let fault: unknown;
  const { isLive, Region } = await import('../../report/terminal/region.ts');
  const isShown = flags.quiet !== true && isLive(process.stderr);
  const region = isShown ? new Region(process.stderr) : undefined;
  const proxy = await startProxy({
    ...{ target: url, host, port, trust, proxy: forward },
    onPassed(passed) {
      try {
        for (const requirement of watch.add(passed)) failing.add(requirement);
        region?.drawSoon(() => [statusLine(watch.seen, failing)]);
      } catch (error) {
        // An error of the judgement does not stop the traffic.
        fault ??= error;
      }
    },
    onTunnel: () => watch.tunnelled(),
  }).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new InputError(
      `--listen ${host}:${port}: cannot be used (${code ?? message}). Name another port.`,
    );
  });
  const { listenForInterrupt } = await import('../interrupt.ts');
  const interrupt = listenForInterrupt(() => region?.clear());
  const path = url.pathname.replace(/\/+$/, '');
  process.stdout.write(
    `Clients connect to ${proxy.origin}${path} instead of ${url.origin}${path}. Press Ctrl-C to stop and write a report.\n`,
  );
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await proxy.close();
  const code = await conclude(watch, flags).finally(() => interrupt.release());
  return fault === undefined ? code : complain(fault);
}

/** The version is not looked up, because the proxy sends no request of its own. */
async function surfacesOf({ surface, contract, contractFile }: ProxyFlags): Promise<Surface[]> {
  if (surface !== undefined) checkSurface(surface, defined({ contract, contractFile }));
  const registrations = surface === undefined ? SURFACES : [registrationOf(surface)];
  const chosen = { contract, contractFile };
  return Promise.all(registrations.map((one) => surfaceOfTraffic(one, chosen)));
}

async function conclude(watch: Watch, flags: ProxyFlags): Promise<number> {
  const { out, quiet } = flags;
  const { surface } = watch;
  const notes = [...(flags.insecure ? [INSECURE] : []), ...(await otherVersion(watch, flags))];
  const [server, client] = [watch.report('server', notes), watch.report('client', notes)];
  if (surface === undefined || server === undefined || client === undefined) {
    process.stdout.write(`No traffic to judge was received: ${watch.others}.\n`);
    return EXIT.inconclusive;
  }
  const { writeArtefacts } = await import('../../output/artefacts.ts');
  const { summary } = await import('../../report/terminal/terminal.ts');
  const { headline, sentence } = await import('../../report/digest.ts');
  const { look } = await import('../../report/terminal/look.ts');
  const ofClient = join(out, OF_CLIENT);
  const { clientRequirements: requirements = [] } = surface;
  const by = { ...surface, requirements };
  const files = [
    { title: 'What the client sends', ran: client, folder: ofClient, by },
    { title: 'What the server responds', ran: server, folder: out, by: surface },
  ];
  const left: string[] = [];
  for (const { title, ran, folder, by: own } of files) {
    const written = await writeArtefacts(folder, ran, own);
    left.push(...written.left.map((name) => join(folder, name)));
    const { report } = ran;
    const text = quiet
      ? `${title}: ${headline(report)}: ${sentence(report)}\n`
      : `\n${title}\n\n${summary(report, look(colourOf(flags, process.stdout), flags.verbose), written.paths)}\n`;
    process.stdout.write(text);
  }
  const codes = [server, client].map(({ report }) => exitCodeOf(report, false));
  const order = [EXIT.failed, EXIT.unusable, EXIT.good];
  const code = order.find((one) => codes.includes(one)) ?? EXIT.inconclusive;
  if (left.length > 0)
    return complain(new InputError(`no space on the disk for ${left.join(', ')}.`));
  if (watch.complete) server.evidence.discard();
  return code;
}

/** A notice that the server has another version than the contract, which may not allow its responses. */
async function otherVersion(
  { surface, announced }: Watch,
  { contract = VERSIONED.versions.names[0], contractFile, out }: ProxyFlags,
): Promise<readonly string[]> {
  if (surface?.name !== VERSIONED.name || announced === undefined || contractFile) return [];
  const [nearest] = await VERSIONED.versions.nearest(announced);
  if (nearest === contract) return [];
  return [
    `the server names the version ${announced} and was judged by ${contract}: assay judge ${out} --contract ${nearest} judges the same traffic by that version`,
  ];
}

/** Reads `8080`, `0.0.0.0:8080` or `[::1]:8080`. Throws InputError. */
function placeIn(text: string): Listening {
  const [, , bracketed, plain, digits = ''] =
    /^((?:\[([\da-f:.]+)\]|([^:[\]]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535)
    throw new InputError(
      `--listen: ${JSON.stringify(text)} is not a port or an address. Write a port from 0 to 65535, or host:port.`,
    );
  return { host: bracketed ?? plain ?? LOOPBACK, port };
}

/** The counts of traffic on one line. */
function statusLine({ requests, judged }: Seen, failing: ReadonlySet<Requirement>): string {
  const ofClient = [...failing].filter(({ id }) => id.startsWith('client/')).length;
  const text = `${count(requests, 'request')}, ${judged} judged; failing requirements: ${failing.size - ofClient} of the server, ${ofClient} of the client`;
  return text.slice(0, (process.stderr.columns || 80) - 1);
}
