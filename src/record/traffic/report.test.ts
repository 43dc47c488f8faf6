import { describe, expect, it } from 'vitest';
import { surfaces } from '../../../suites/index.ts';
import { readHar } from '../../evidence/read.ts';
import type { Surface } from '../../model/index.ts';
import { exchangesBelow, type Matched } from './read.ts';
import { TrafficReport } from './report.ts';

const registry = surfaces['registry']?.() as Surface;
const BASE = 'http://registry.example';

function exchange(token: string, choice = 'withdraw', status = 200): readonly Matched[] {
  const entry = {
    startedDateTime: '2024-01-01T14:03:21.000Z',
    time: 1,
    request: {
      method: 'POST',
      url: `${BASE}/registry/allocations/v1/00ab/choice-contexts/${choice}`,
      headers: [{ name: 'authorization', value: `Bearer ${token}` }],
    },
    response: {
      status,
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

describe('a token that the server no longer accepts', () => {
  const OK = ['withdraw', 200] as const;
  const LATER = [
    ['cancel', 401],
    ['withdraw', 401],
    ['cancel', 401],
  ] as const;
  const notesOn = (all: readonly (readonly [choice: string, status: number])[]) => {
    const report = new TrafficReport(registry, BASE);
    for (const [choice, status] of all)
      for (const one of exchange('expired-token', choice, status)) report.add(one);
    const { notes } = report.of('server', 'recorded traffic', []).report.run;
    return notes.filter((note) => note.includes('later'));
  };

  it('is named with the moment if nothing is accepted to the end', () => {
    expect(notesOn([OK, OK, ...LATER])).toEqual([
      'from 14:03:21 UTC on, after 2 requests, the server responded with 401 to all 3 later ones: they show nothing else about it',
    ]);
  });

  it('is not named if a later request is accepted, or none was before', () => {
    expect(notesOn([OK, ...LATER, OK])).toEqual([]);
    expect(notesOn(LATER)).toEqual([]);
  });
});
