/** Failures of a share of the responses, and failures that an earlier request causes. */
import { expect, it } from 'vitest';
import {
  expectShare,
  failures,
  lastBody,
  lastStatus,
  reproductionOf,
  started,
} from '../../../test/reproductions.ts';
import { withFlag } from '../../reference/registry/fault.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { titleOf } from '../../report/titles.ts';

/** A request for an unknown id makes the next good request crash. */
const crashingAfterNotFound: Change = ({ find, respond }) => {
  let missed = false;
  return {
    find: (id, operation) => {
      const found = find(id, operation);
      missed ||= typeof found !== 'string';
      return found;
    },
    respond: (call) => {
      if (!missed) return respond(call);
      missed = false;
      throw new Error('left behind');
    },
  };
};

// Of eight simultaneous requests one is always a seventh one, so this shows no race.
it.each([
  [2, 0],
  [4, 0],
  [5, 0],
  [40, 0],
  [7, 1],
  [7, 2],
  [7, 3],
  [7, 4],
] as const)(
  'a failure of one response in %i, counted from %i, has its share and is not shown as if it always came',
  (n, from) => expectShare(n, from),
);

it.each([
  'responses-cached-without-flag',
  'first-plain-request-sticks',
  'second-response-incomplete',
])(
  'what an earlier request may have brought about is shown with that request: %s',
  async (fault) => {
    const { server, failed } = await failures(
      { faults: [fault] },
      '*/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/{debug-fields-omitted,response-shape}',
    );
    expect(failed).toHaveLength(2);
    for (const { counterexample } of failed) {
      const fresh = await started({ faults: [fault] });
      const { lines = [] } = counterexample?.reproduction ?? {};
      expect(await lastBody(lines, server.url, fresh.url)).toEqual(
        JSON.parse(counterexample?.response?.body ?? ''),
      );
    }
  },
);

/** Caches responses by their URL alone. */
const cachedByUrl: Change = ({ respond }) => {
  const kept = new Map<string, object>();
  return {
    respond: (call) => {
      const { target } = call.incoming;
      const made = kept.get(target) ?? respond(call);
      kept.set(target, made);
      return made;
    },
  };
};

it.each([
  [{ change: cachedByUrl }, /^After the same path with excludeDebugFields false: /],
  [{ faults: ['flag-lost-after-wrong-type'] }, /^After (?:allocation-v1\/|the same path with )/],
])(
  'a title names the earlier request whose response or state a request gets: %j',
  async (server, title) => {
    const { failed } = await failures(
      server,
      '*/allocation-v1/withdraw/{debug-fields-omitted,rejects-flag-type}',
    );
    const titles = failed.filter(({ after }) => after !== undefined).map(titleOf);
    expect(titles).toEqual([expect.stringMatching(title)]);
  },
);

it('a failure that needs an earlier rejection is shown with only that rejection', async () => {
  const { failed } = await failures(
    { faults: ['flag-lost-after-wrong-type'] },
    '*/allocation-v1/withdraw/{debug-fields-omitted,no-leak-between-requests,rejects-flag-type}',
  );
  const found = reproductionOf(failed.find((v) => v.requirement.endsWith('debug-fields-omitted')));
  expect(found?.lines).toHaveLength(2);
  expect(found?.failed).toBe(found?.runs);
});

it('a failure that began in the run and lasts is shown with the requests before it, and says so', async () => {
  const { failed } = await failures(
    { faults: ['second-response-incomplete'] },
    '*/allocation-v1/{withdraw,cancel}/response-shape',
  );
  expect(failed).toHaveLength(2);
  for (const verdict of failed) {
    const found = reproductionOf(verdict);
    expect(found?.lines.length).toBeGreaterThan(1);
    expect(found?.note).toContain('persists on this server');
  }
});

it('a crash after a request for an unknown id is not shown by a request that gets 200', async () => {
  const { server, failed } = await failures(
    { change: crashingAfterNotFound },
    '*/allocation-v1/withdraw/{no-leak-between-requests,accepts-live-id,rejects-unknown-id}',
  );
  const found = reproductionOf(failed[0]);
  expect(found?.lines.length).toBeGreaterThan(1);
  const fresh = await started({ change: crashingAfterNotFound });
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('a debug field despite the flag fails, though only one response has it', async () => {
  let flagged = 0;
  const change = withFlag(({ excludeDebugFields }) => {
    if (excludeDebugFields) flagged++;
    return excludeDebugFields && flagged !== 5;
  });
  const { failed } = await failures({ change }, '*/allocation-v1/withdraw/debug-fields-omitted');
  expect(failed).toMatchObject([
    { failsWhen: 'now-and-then', note: expect.stringContaining('each response is proof') },
  ]);
});
