import { expect, it } from 'vitest';
import { surfaces } from '../../../suites/index.ts';
import { readHar } from '../../evidence/read.ts';
import type { Surface } from '../../model/index.ts';
import { exchangesBelow, type Matched } from './read.ts';
import { TrafficReport } from './report.ts';

const registry = surfaces['registry']?.() as Surface;
const BASE = 'http://registry.example';

function exchange(token: string): readonly Matched[] {
  const entry = {
    startedDateTime: '2024-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method: 'POST',
      url: `${BASE}/registry/allocations/v1/00ab/choice-contexts/withdraw`,
      headers: [{ name: 'authorization', value: `Bearer ${token}` }],
    },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { mimeType: 'application/json', text: JSON.stringify({ seen: token }) },
    },
  };
  const { entries } = readHar(JSON.stringify({ log: { version: '1.2', entries: [entry] } }), 'x');
  return exchangesBelow(BASE, entries, registry.operations);
}

it('a traffic report ends when there are more secrets than the search can handle', () => {
  const report = new TrafficReport(registry, BASE, { room: 60 });
  for (const token of [
    'canary-aaaa-1234567890',
    'canary-bbbb-1234567890',
    'canary-cccc-1234567890',
  ])
    for (const one of exchange(token)) {
      report.learn(one);
      report.add(one);
    }
  expect(report.complete).toBe(false);
  const { report: shown, evidence } = report.of('server', 'passive', []);
  expect(shown.run.notes).toContain(
    '1 exchange that followed credentials with more than 60 characters in all left out',
  );
  const written = JSON.stringify({ shown, evidence });
  expect(written).toContain('[redacted]');
  expect(written).not.toContain('canary');
});
