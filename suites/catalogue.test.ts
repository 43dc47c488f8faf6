/** The laws of the catalogue, for every requirement, probe and clause. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Call,
  type Fixtures,
  type Level,
  loadClauses,
  NOWHERE,
  type Probe,
  type Requirement,
  type Step,
  validator,
} from '../src/kit.ts';
import { nameOf, operationNameOf, rulesIn, surfaceOf } from '../src/model/index.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { CLAUSES, NO_FIXTURES, surfaces } from './index.ts';
import { once } from './kit/once.ts';

const catalogue = Object.values(surfaces).map((load) => load());
const requirements = catalogue.flatMap(rulesIn);
const probes = [...new Set(requirements.flatMap((r) => r.probes))];
const clauses = loadClauses(CLAUSES);
const STRENGTH: Readonly<Record<Level, number>> = { MAY: 0, SHOULD: 1, MUST: 2 };
const SAMPLES = 8;

let fixtures: Fixtures = NO_FIXTURES;
beforeAll(async () => {
  const server = await startRegistry();
  await server.close();
  fixtures = {
    ...NO_FIXTURES,
    ...Object.assign({}, ...catalogue.map(({ presumed }) => presumed)),
    ...server.fixtures,
    commands: [
      {
        commands: [{ CreateCommand: { templateId: '#a:B:C', createArguments: {} } }],
        actAs: ['somebody'],
      },
    ],
    dars: ['UEsDBA=='],
  };
});

/** Requests of a probe, one from each of its case groups; cached, because several tests use them. */
const calls = once((probe: Probe): readonly Call[] =>
  probe
    .caseGroups(fixtures)
    .flatMap(({ cases }) => fc.sample(cases, { seed: 3, numRuns: SAMPLES }).flat())
    .filter((step: Step): step is Call => typeof step !== 'function'),
);

/** True for a plain request that is sent only if no good one is known. */
const isSpare = ({ sends }: Probe): boolean => sends === 'a plain request';

/** The probe's own requests: without requests to other operations, and without the control. */
function ownCalls(probe: Probe): readonly Call[] {
  const control = JSON.stringify(shown(controlOf(probe)));
  return calls(probe).filter(
    (call) =>
      call.operation === probe.operation &&
      (probe.wrong === undefined || JSON.stringify(shown(call)) !== control),
  );
}

const controlOf = once((probe: Probe) => probe.control?.(fixtures));

const shown = (call: Call | undefined): unknown => call && [call.method, call.path, call.body];

function breaksSchema({ operation, body }: Call): boolean {
  if (operation.request === undefined) return false;
  const check = validator(operation.contract, operation.request);
  return check(JSON.parse(body ?? '')).length > 0;
}

describe('ids', () => {
  it('of requirements are unique', () => {
    expect(new Set(requirements.map((r) => r.id)).size).toBe(requirements.length);
  });

  it('of probes are unique, and start with the name of their operation', () => {
    expect(new Set(probes.map((p) => p.id)).size).toBe(probes.length);
    for (const { id, operation } of probes) {
      expect(id).toMatch(/^([a-z0-9-]+\/){1,2}[a-z0-9-]+$/);
      expect(id).toBe(`${operation.name}/${nameOf(id)}`);
    }
  });

  it('name the surface and the operation that is judged', () => {
    for (const surface of catalogue) {
      for (const { id, probes: own } of surface.requirements) {
        const names = new Set(own.map((p) => p.operation.name));
        expect([surfaceOf(id), operationNameOf(id)]).toEqual([surface.name, ...names]);
      }
    }
  });

  it('of the case groups of a probe are unique', () => {
    for (const probe of probes) {
      const labels = probe.caseGroups(fixtures).map(({ label }) => label);
      expect(new Set(labels).size, probe.id).toBe(labels.length);
      if (!isSpare(probe)) expect(labels, probe.id).not.toEqual([]);
    }
  });
});

describe('clauses', () => {
  it('that requirements cite exist, and have at least their level', () => {
    for (const { id, clause, level } of requirements) {
      const cited = clauses.get(clause);
      if (cited === undefined || STRENGTH[level] > STRENGTH[cited.level])
        expect.fail(`${id} is a ${level} and cites ${clause}: ${cited?.level}`);
    }
  });

  it('are either cited by a requirement or untestable for a stated reason', () => {
    const cited = new Set(requirements.map((r) => r.clause));
    for (const { id, untestable } of clauses.values()) {
      expect(cited.has(id), id).toBe(untestable === undefined);
      if (untestable !== undefined) expect(untestable).toMatch(/^.{20,}\.$/);
    }
  });

  it('have a level that at least one requirement has', () => {
    for (const { id, level, untestable } of clauses.values()) {
      if (untestable !== undefined) continue;
      const levels = requirements.filter((r) => r.clause === id).map((r) => STRENGTH[r.level]);
      expect(Math.max(...levels), id).toBe(STRENGTH[level]);
    }
  });
});

describe('requirements', () => {
  it('are frozen, and have probes', () => {
    const ids = (are: (one: Requirement) => boolean): readonly string[] =>
      requirements.filter(are).map(({ id }) => id);
    expect(ids((one) => !Object.isFrozen(one))).toEqual([]);
    expect(ids((one) => one.probes.length === 0)).toEqual([]);
  });

  it('have a statement of one sentence; probes name what is sent without a full stop', () => {
    const isSentence = ({ statement }: Requirement): boolean => /^\S.*[^.]\.$/.test(statement);
    expect(requirements.filter((one) => !isSentence(one)).map(({ id }) => id)).toEqual([]);
    const hasNoStop = ({ sends }: Probe): boolean => /^\S.*[^.\s]$/.test(sends);
    expect(probes.filter((one) => !hasNoStop(one)).map(({ id }) => id)).toEqual([]);
  });

  it('have cause and fix of 40 to 400 characters, as sentences', () => {
    const isWrong = ({ statement, fix = '' }: Requirement): boolean =>
      !/^\S.{10,397}[^.\s]\.$/.test(fix) || fix.includes(statement);
    expect(requirements.filter(isWrong).map(({ id }) => id)).toEqual([]);
  });

  it('of the registry each have a fix in their own words', () => {
    const own = requirements.filter(({ id }) => id.startsWith('registry/'));
    const names = (of: (r: (typeof own)[number]) => unknown): number => new Set(own.map(of)).size;
    expect(names((r) => r.fix)).toBe(names((r) => nameOf(r.id)));
  });

  it('follow from rules that their surface has', () => {
    for (const surface of catalogue) {
      const own = rulesIn(surface);
      const ids = new Set(own.map(({ id }) => `${operationNameOf(id)}/${nameOf(id)}`));
      const names = new Set([...ids].map(nameOf));
      for (const { id, followsFrom = [] } of own) {
        const unknown = followsFrom
          .map((name) => name.replace(/^\*\//, ''))
          .filter((name) => !ids.has(name) && !names.has(name));
        if (unknown.length > 0) expect.fail(`${id} follows from ${unknown}`);
      }
    }
  });

  it('are about operations of their surface', () => {
    for (const { operations, requirements: own } of catalogue) {
      for (const { id, probes: sent } of own) {
        if (!sent.every(({ operation }) => operations.includes(operation)))
          expect.fail(`${id} has a probe of another surface`);
      }
    }
  });

  it('that need a control have probes with a control', () => {
    for (const { id, withControl, probes: own } of requirements) {
      if (!withControl) continue;
      for (const probe of own)
        if (controlOf(probe) === undefined) expect.fail(`${id}: ${probe.id} has no control`);
    }
  });

  it('cover each operation', () => {
    const covered = new Set(probes.map((p) => p.operation));
    for (const { operations } of catalogue) {
      for (const operation of operations) expect(covered).toContain(operation);
    }
  });

  it('have no member `then`, and probes have none, so that `await` does not call it', () => {
    expect([...requirements, ...probes].filter((one) => 'then' in one)).toEqual([]);
  });
});

const withBody = probes.filter((p) => p.wrong !== 'framing' && p.operation.request !== undefined);
/** Probes whose bodies partly break the schema. */
const mixed = /\/(after-rejections|incomplete-commands)$/;

/** Scenarios also send creations without the resource, and providers that lack a member, which must be rejected. */
const isIncomplete = ({ operation: { name }, body = '' }: Call): boolean =>
  (name === 'users-create' && body === '{}') ||
  (name === 'identity-providers-create' && (body === '{}' || body.includes('-third"')));

describe('what probes send', () => {
  it.each(withBody.filter((p) => p.wrong === 'schema').map((p) => [p.id, p] as const))(
    '%s: every body breaks the schema',
    (_, probe) => {
      const own = ownCalls(probe);
      expect(own.length).toBeGreaterThanOrEqual(SAMPLES);
      expect(own.filter((call) => !breaksSchema(call)).map(shown)).toEqual([]);
    },
  );

  it.each(
    withBody
      .filter((p) => p.wrong !== 'schema' && !mixed.test(p.id) && !isSpare(p))
      .map((p) => [p.id, p] as const),
  )('%s: every body fits the schema', (_, probe) => {
    const all = calls(probe);
    expect(all.length).toBeGreaterThanOrEqual(SAMPLES);
    const meant = all.filter((call) => !isIncomplete(call));
    expect(meant.filter(breaksSchema).map(shown)).toEqual([]);
  });

  it('controls fit the schema, and use the documented method', () => {
    for (const probe of probes) {
      const control = controlOf(probe);
      if (control === undefined) continue;
      expect(breaksSchema(control), probe.id).toBe(false);
      expect(control.method).toBe(probe.operation.method);
    }
  });

  it('requests of a probe have its path, with any ids', () => {
    for (const probe of probes) {
      const shape = new RegExp(
        `^${probe.operation.path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/?#]*')}$`,
      );
      const elsewhere = [...new Set(ownCalls(probe).map((one) => one.path))].filter((path) => {
        // The document that a ledger serves about itself is beside its contract.
        if (path.includes(NOWHERE) || path === '/docs/openapi') return false;
        const [plain = ''] = path.split('?');
        // A ledger ignores repeated slashes, and the path with an empty id fits without them.
        const paths = [plain, plain.replace('/v2//', '/v2/')];
        return !paths.some((one) => shape.test(one.replace(/\/$/, '')));
      });
      expect(elsewhere, probe.id).toEqual([]);
    }
  });

  it('malformed bodies are not JSON, for any example', () => {
    const malformed = probes.filter((p) => p.id.endsWith('/malformed-json'));
    expect(malformed.length).toBeGreaterThan(4);
    for (const probe of malformed) {
      for (const { body = '' } of ownCalls(probe)) {
        expect(() => JSON.parse(body), body).toThrow(SyntaxError);
      }
    }
  });
});
