import type { Command } from 'commander';
import type { Fault } from '../prove.ts';
import type { Requirement } from '../words.ts';
import type { Finish } from './exit.ts';

export function addExplain(program: Command, finish: Finish): void {
  program
    .command('explain <id>')
    .description('what a requirement owes, what is sent for it, and how to see it fail')
    .action(async (asked: string) => {
      const { surfacesNamed } = await import('./surface.ts');
      const { faults } = await import('../prove.ts');
      const all = (await surfacesNamed(undefined)).flatMap((surface) => surface.requirements);
      const groups = await matching(all, asked);
      const blocks = await Promise.all(groups.map((group) => explanation(group, faults())));
      process.stdout.write(blocks.join('\n'));
      finish(0);
    });
}

/** The requirements that an id, a glob, or the end of an id names; one group for each name. */
async function matching(
  all: readonly Requirement[],
  asked: string,
): Promise<readonly (readonly [Requirement, ...Requirement[]])[]> {
  const { default: picomatch } = await import('picomatch');
  const { groupBy, nameOf } = await import('../report/digest.ts');
  const glob = asked === '' ? () => false : picomatch(asked);
  const found = all.filter(({ id }) => glob(id) || glob(nameOf(id)) || id.endsWith(`/${asked}`));
  if (found.length > 0) return groupBy(found, (r) => nameOf(r.id)).map(([, group]) => group);
  const { SelectionError } = await import('../plan/select.ts');
  const { suggestion } = await import('./problem.ts');
  const known = [...all.map((r) => r.id), ...new Set(all.map((r) => nameOf(r.id)))];
  throw new SelectionError(
    `no requirement is called ${JSON.stringify(asked)}.${suggestion(asked, known)} assay list shows all, and patterns such as '*/withdraw/*' work.`,
  );
}

async function explanation(
  group: readonly [Requirement, ...Requirement[]],
  faults: readonly Fault[],
): Promise<string> {
  const { default: picomatch } = await import('picomatch');
  const { loadClauses } = await import('../contract/load.ts');
  const { chapterOf } = await import('../report/digest.ts');
  const [first] = group;
  const chapters = group.map((r) => chapterOf(r.id));
  const id = chapters.length === 1 ? first.id : first.id.replace(/\/[^/]+\//, `/{${chapters}}/`);
  const clause = loadClauses().get(first.clause);
  const proving = faults.filter((fault) => group.some((r) => picomatch(fault.caughtBy)(r.id)));
  return [
    `${id}  ${first.level}`,
    `  ${first.says}`,
    '',
    `Clause ${first.clause}${clause ? `: ${clause.section}` : ''}`,
    ...(clause ? [`  ${clause.says}`] : []),
    '',
    'Sent',
    ...sent(group),
    ...(first.withTwin
      ? ['  Counts only where the valid request, one change away, is accepted.']
      : []),
    '',
    ...proof(id, proving),
    '',
  ].join('\n');
}

const PRESENCE: readonly string[] = [
  '  a request that should be accepted, if the fixtures allow one; the same for something that nobody has;',
  '  and the same to a path that nobody serves',
];

/** What is sent, once for all operations that share it. */
function sent(group: readonly Requirement[]): readonly string[] {
  if (group.some((r) => 'owes' in r && r.owes === 'presence')) return PRESENCE;
  const probes = group.flatMap((r) => r.probes);
  const rows = new Map(probes.map((p) => [p.id.split('/').at(-1) ?? p.id, p.sends]));
  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  return [...rows].map(([name, sends]) => `  ${name.padEnd(width)}  ${sends}`);
}

function proof(id: string, [fault, ...others]: readonly Fault[]): readonly string[] {
  if (fault === undefined) return ['No deliberate fault shows this requirement fail.'];
  const faults = [fault, ...others];
  const width = Math.max(...faults.map((f) => f.id.length));
  return [
    'Proved by the faults',
    ...faults.map((f) => `  ${f.id.padEnd(width)}  ${f.says}`),
    '',
    'See it fail',
    `  assay serve ${fault.surface} --fault ${fault.id} --port 4010 --fixtures-out fixtures.yaml`,
    `  assay run ${fault.surface} http://127.0.0.1:4010 --fixtures fixtures.yaml --only '${id}'`,
  ];
}
