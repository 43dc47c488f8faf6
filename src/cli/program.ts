/** A command line whose commands decide the exit code, and the options that commands share. */
import { Command, Option } from 'commander';
import { parseDuration, parsePercentage } from '../input/options.ts';
import { OUT } from '../input/settings.ts';
import { SETTINGS_FILE } from '../input/settings-file.ts';
import { PROFILES } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import { MAX_RUNS } from '../plan/seed.ts';
import { CONCURRENCY } from '../run/options.ts';
import { SURFACES, VERSIONED } from '../surfaces/index.ts';
import { EXIT } from './exit.ts';
import { collected, FORMATS, integer, level, seed } from './options/values.ts';

const SAMPLED = SURFACES.filter(({ sampled }) => sampled)
  .map(({ name }) => name)
  .join(', ');

const OAUTH = [
  ...['oauthTokenUrl', 'oauthClientId', 'oauthClientSecretEnv', 'oauthScope', 'oauthAudience'],
];

export class Program extends Command {
  /** The exit code of the command that ran. */
  code: number = EXIT.good;

  override createCommand(name?: string): Program {
    return new Program(name);
  }

  /** The action of a command that returns its exit code. */
  runs(command: (...given: never[]) => Promise<number>): this {
    return this.action(async (...given: unknown[]) => {
      (this.parent as Program).code = await command(...(given as never[]));
    });
  }

  /** An option that cannot be used with others. */
  exclusive(flags: string, statement: string, ...others: readonly string[]): this {
    return this.addOption(new Option(flags, statement).conflicts([...others]));
  }

  selection(): this {
    return this.optionsGroup('What is tested:')
      .only()
      .level('the lowest level to test')
      .without()
      .option(
        '--seed <n|random>',
        'the seed of random values; random picks one (default: 1, with --allow-writes random)',
        seed,
      )
      .option(
        '--runs <n>',
        `${SAMPLED} only: how many random values are added to the fixed ones (default: 40)`,
        integer('--runs', 1, MAX_RUNS),
      )
      .option(
        '--hunt <n>',
        'the maximum number of requests beyond the plan, to confirm, shrink and search for failures (default: half as many as the offered operations get, and at least 200)',
        integer('--hunt', 0, MAX_RUNS),
      )
      .addOption(
        new Option(
          '--profile <profile>',
          'quick distributes the test cases over the operations: a few hundred requests (default: full)',
        ).choices(PROFILES),
      );
  }

  target(): this {
    return this.optionsGroup('The target:')
      .option(
        '-F, --fixtures <file>',
        'test data that only you can supply: live ids, valid arguments (YAML)',
      )
      .option(
        '--origin <url>',
        'a page that calls the target, if the target allows only known pages (default: https://wallet.example)',
      )
      .option(
        '--rate <n/s>',
        'the maximum rate of requests, such as 2/s or 120/m (default: a low rate that the run shows; no limit for a target on this machine)',
      )
      .option(
        '--concurrency <n>',
        `the maximum number of concurrent requests; fewer if the target accepts few connections (default: ${CONCURRENCY})`,
        integer('--concurrency', 1, 64),
      )
      .config();
  }

  /** The options of the settings file, which is read before the command starts. */
  config(): this {
    return this.option(
      '--config <file>',
      `settings of a run (default: ${SETTINGS_FILE} in this folder, if any; the run names it)`,
    ).option('--no-config', `read no settings, not even ${SETTINGS_FILE} in this folder`);
  }

  /** The options about sending requests, with the token. */
  sending(): this {
    return this.option(
      '--timeout <time>',
      'how long a response may take, such as 500ms, 5s or 1m (default: 10s)',
      (text: string) => parseDuration(text),
    )
      .option('--header <line>', "'Name: value', sent with each request; repeatable", collected)
      .network()
      .#token();
  }

  /** The options about the way to the target: certificates and a proxy. */
  network(): this {
    return this.option('--ca <file>', 'additional certificate authorities to trust (PEM)')
      .option('--insecure', 'do not verify the certificate of the server; the report states this')
      .option('--cert <file>', 'client certificate for mutual TLS (PEM, or PKCS#12 with its key)')
      .option('--key <file>', 'private key of the client certificate (PEM)')
      .exclusive(
        '--key-passphrase-env <name>',
        'environment variable with the passphrase of the key',
        'keyPassphraseFile',
      )
      .option('--key-passphrase-file <file>', 'file with the passphrase of the key')
      .option(
        '--proxy <url|none>',
        'forward proxy for all requests (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, except for this machine)',
      );
  }

  /** The options of the token: a variable, a file, or a token endpoint; they exclude each other. */
  #token(): this {
    return this.optionsGroup('The token:')
      .exclusive(
        ...(['--token-env <name>', 'environment variable with the bearer token'] as const),
        ...['tokenFile', ...OAUTH],
      )
      .exclusive('--token-file <file>', 'file with the bearer token', ...OAUTH)
      .option('--oauth-token-url <url>', 'fetch a token from this URL (client credentials)')
      .option('--oauth-client-id <id>', 'the client id for the token')
      .option('--oauth-client-secret-env <name>', "environment variable with the client's secret")
      .option('--oauth-scope <scope>', 'the scope of the token')
      .option('--oauth-audience <audience>', 'the audience of the token');
  }

  contractVersion(statement: string): this {
    return this.option('--contract <version>', statement);
  }

  /** The version of a contract, or a document in its place. */
  contract(version: string, document: string): this {
    return this.exclusive('--contract <version>', version, 'contractFile').option(
      '--contract-file <file|url>',
      document,
    );
  }

  /** Options for surfaces with several versions, and with operations that change the target. */
  contractAndWrites(): this {
    const { name, versions } = VERSIONED;
    return this.optionsGroup(`For a ${name} only:`)
      .contract(
        `${versions.names.join(', ')}, or auto: as the target reports (default: auto)`,
        `judge by this OpenAPI document of a ${name}`,
      )
      .option('--allow-writes', 'also create objects at the target; the run removes them')
      .option(
        '--allow-irreversible',
        'also make permanent changes, and send changes with dryRun; needs --allow-writes',
      )
      .option(
        '--strict-read',
        'send nothing to operations that change data, not even requests without effect',
      );
  }

  /** The known failures of a run. */
  baseline(): this {
    const alone = ['path', 'watch'];
    return this.exclusive(
      '--baseline <file>',
      'known failures, which do not count until their expiry day (YAML)',
      'path',
    )
      .exclusive(
        '--baseline-write <file>',
        'write the failures that no baseline lists to a new baseline; then add owner, reason and expiry day to each',
        ...alone,
      )
      .exclusive(
        '--baseline-update',
        'remove from the baseline what now passes, and keep its comments',
        ...alone,
      );
  }

  /** The folder of a report; one with foreign files is written to only with `--force`. */
  out(statement = `where the report goes (default: ${OUT})`): this {
    return this.option('--out <dir>', statement).force();
  }

  force(): this {
    return this.option(
      '--force',
      'write the report even to a folder with files that Assay did not write, and replace files of the same name',
    );
  }

  view(): this {
    return this.optionsGroup('What is shown:')
      .option('-q, --quiet', 'print the result and nothing else')
      .noColor();
  }

  /** The same, for commands that print the summary of a report. */
  summaryView(): this {
    return this.view().option('--verbose', 'print every problem in full, and every warning');
  }

  /** Every command has this option. */
  noColor(): this {
    return this.option(
      '--no-color',
      'print plain text (also with the environment variable NO_COLOR)',
    );
  }

  api(): this {
    return this.option(
      '--api <names>',
      'for a surface with several APIs: only these, such as allocation-v1, or allocation-v1@1.0.0 for an older version; repeatable, or several with commas',
      collected,
    );
  }

  /** The options that decide the exit code. */
  certified(): this {
    return this.option(
      '--certify [apis]',
      'fail unless the target fully conforms: all APIs that it offers, or the given ones, separated by commas',
    ).option(
      '--min-judged <share>',
      'exit with 2 if a smaller share of the planned MUST requirements was judged, such as 80% (default: 50%)',
      (text: string) => parsePercentage('--min-judged', text),
    );
  }

  /** The rules of the user. */
  rules(): this {
    return this.option(
      '--rules <file>',
      'your own rules for a surface (YAML; see docs/own-rules.md); repeatable',
      collected,
    );
  }

  only(): this {
    return this.option(
      '--only <glob>',
      "requirements by id or name, such as '*/withdraw/*'; repeatable, or several with commas",
      collected,
    );
  }

  without(): this {
    return this.option(
      '--without <groups>',
      'leave out these groups of rules, such as browsers; repeatable, or several with commas',
      collected,
    );
  }

  level(statement: string): this {
    return this.option('--level <level>', `${statement}: must, should or may`, level);
  }

  shard(...others: readonly string[]): this {
    return this.exclusive(
      '--shard <i/n>',
      `only part i of n, such as 2/3; \`${ASSAY} merge\` combines the reports of all parts`,
      ...others,
    );
  }

  maxRequests(statement: string): this {
    return this.option('--max-requests <n>', statement, integer('--max-requests', 1, 1e9));
  }

  format(): this {
    return this.addOption(
      new Option('--format <format>', 'the format of the result').choices(FORMATS).default('text'),
    );
  }
}
