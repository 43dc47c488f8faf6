/** A ledger's JSON API written from the contract alone: the conforming control of the kit, and the carrier of its faults. */
import { createServer } from 'node:http';
import { buildSteps } from './ledger/conforming.ts';
import { contractIdOf } from './ledger/contracts/model.ts';
import { docsRoutes } from './ledger/docs.ts';
import { together } from './ledger/fault.ts';
import { Ledger } from './ledger/ledger.ts';
import { darOf } from './ledger/packages/store.ts';
import { routesOf } from './ledger/routes.ts';
import { ADMIN, AUDITOR, FIXTURE_PACKAGE, LOCAL_PARTIES, READER } from './ledger/seed.ts';
import type { Change, Steps } from './ledger/steps.ts';
import { TokenIssuer } from './ledger/tokens.ts';
import { lineOf, NEWEST, versionNamed } from './ledger/versions.ts';
import { rejectBrokenHttp, respondTo } from './ledger/wire.ts';
import { LEDGER_FAULTS } from './ledger-faults.ts';
import { LEDGER_VARIANTS } from './ledger-variants.ts';
import { choose, listening } from './serving.ts';
import { type Slowness, slowed } from './slowed.ts';

export interface LedgerOptions extends Slowness {
  /** The newest by default; a release such as 3.5.1 is possible too. */
  readonly version?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** True: bearer tokens are needed. */
  readonly auth?: boolean;
  /** Ids of LEDGER_FAULTS. */
  readonly faults?: readonly string[];
  /** Ids of LEDGER_VARIANTS. */
  readonly variants?: readonly string[];
  /** A change that is in no list; it comes last. */
  readonly change?: Change;
}

export interface RunningLedger {
  readonly url: string;
  /** As GET /v2/version reports it. */
  readonly version: string;
  readonly tokens: {
    /** May do everything that can be tested. */
    readonly auditor: string;
    /** Administers the participant, and may read as no party. */
    readonly administrator: string;
    /** A plain user that may read as one party. */
    readonly reader: string;
    readonly unknownUser: string;
    readonly expired: string;
  };
  /** The fixtures of this server, as an operator would declare them. */
  readonly fixtures: {
    /** Bodies of commands that succeed, without their commandId. */
    readonly commands: readonly Readonly<Record<string, unknown>>[];
    /** Archives that are accepted, in base64. */
    readonly dars: readonly string[];
  };
  /** Requests that arrived so far. */
  readonly received: () => number;
  close(): Promise<void>;
}

const YEAR = 365 * 24 * 3600;

/**
 * Starts a ledger on 127.0.0.1 with the variants and then the faults.
 * Throws when an id or the version is unknown, or when the port is taken.
 */
export async function startLedger(options: LedgerOptions = {}): Promise<RunningLedger> {
  const variants = choose('variant', LEDGER_VARIANTS, options.variants ?? []);
  const faults = choose('fault', LEDGER_FAULTS, options.faults ?? []);
  const version = versionNamed(options.version ?? NEWEST);
  for (const { id, versions } of faults) {
    if (versions?.includes(lineOf(version)) === false) {
      throw new Error(`The fault '${id}' has no place in a ledger of version ${version}.`);
    }
  }
  const changes = [...variants, ...faults, options].flatMap(({ change }) => change ?? []);
  const change = together(...changes);
  const ledger = new Ledger(version, options.auth ?? false);
  const tokens = new TokenIssuer();
  const routes = [...routesOf(version), ...docsRoutes(() => steps.routes)];
  const steps: Steps = buildSteps(ledger, routes, tokens, change);
  const server = createServer({ keepAliveTimeout: 60_000 }, slowed(respondTo(steps), options));
  server.on('clientError', rejectBrokenHttp);
  const { origin, received, close } = await listening(server, options.port ?? 0);
  const now = Math.floor(Date.now() / 1000);
  return {
    url: origin,
    version: ledger.build,
    tokens: {
      auditor: tokens.issue(AUDITOR, now + YEAR),
      administrator: tokens.issue(ADMIN, now + YEAR),
      reader: tokens.issue(READER, now + YEAR),
      unknownUser: tokens.issue('no-such-user', now + YEAR),
      expired: tokens.issue(AUDITOR, now - 3600),
    },
    fixtures: {
      commands: [command(), offer(), agreement()],
      dars: [darOf(FIXTURE_PACKAGE).toString('base64')],
    },
    received,
    close,
  };
}

/** Creates a contract that a second local party observes. */
function offer(): Record<string, unknown> {
  const [owner = '', buyer] = LOCAL_PARTIES;
  const createArguments = { owner, buyer, name: 'fixture' };
  const CreateCommand = { templateId: '#assay-demo:Main:Registration', createArguments };
  return { commands: [{ CreateCommand }], actAs: [owner] };
}

/** Creates a contract of the demo template for the first local party. */
function command(): Record<string, unknown> {
  const [owner = ''] = LOCAL_PARTIES;
  return {
    commands: [
      {
        CreateCommand: {
          templateId: '#assay-demo:Main:Asset',
          createArguments: { owner, name: 'fixture' },
        },
      },
    ],
    actAs: [owner],
  };
}

/** Creates a contract with a value of each type, and exercises a choice that has arguments. */
function agreement(): Record<string, unknown> {
  const [owner = ''] = LOCAL_PARTIES;
  const createArguments = {
    owner,
    name: 'fixture',
    predecessor: contractIdOf('a predecessor'),
    places: '42',
    price: '12.50',
    open: true,
    begins: '2026-02-28',
    signedAt: '2026-01-31T12:00:00.250Z',
    steps: ['0.5', '10.0', '1.25'],
    labels: { region: 'north' },
    limits: { least: '1', most: '9007199254740993' },
    state: { tag: 'Ended', value: { reason: 'done' } },
    colour: 'Red',
  };
  const CreateAndExerciseCommand = {
    templateId: '#assay-demo:Main:Agreement',
    createArguments,
    choice: 'Settle',
    choiceArgument: {
      price: '-0.125',
      at: '2026-01-31T12:00:01Z',
      reason: { tag: 'Given', value: 'paid' },
    },
  };
  return { commands: [{ CreateAndExerciseCommand }], actAs: [owner] };
}
