/** The chapters of the registry: each clause says where it stands, and mistakes are named. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadClauses } from '../../src/kit.ts';
import { checkRegistryChapter } from '../../src/surfaces/check-chapters.ts';
import { type REGISTRY_CHAPTERS, REGISTRY_CLAUSES, registryChapter } from './contracts.ts';

test('each clause names its places in the published documents, or says that it has none', () => {
  const open = [...loadClauses(REGISTRY_CLAUSES).values()].filter((one) => !one.documents);
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('what a practice or an RFC says is in no published document', () => {
  const stated = [...loadClauses(REGISTRY_CLAUSES).values()].filter(
    ({ section, documents }) => /^(practice: |RFC |CIP-)/.test(section) && documents !== 'none',
  );
  expect(stated.map(({ id }) => id)).toEqual([]);
});

test.each<[chapter: (typeof REGISTRY_CHAPTERS)[number], from: string, to: string, problem: RegExp]>(
  [
    ['4.1-contexts', 'allocation-v1@1.1.0:', 'alocation-v1@1.1.0:', /is not a document that is/],
    ['4.1-contexts', '/properties/meta\n', '/properties/mta\n', /has nothing at .*\/mta/],
    ['metadata-v1', 'documents: none', 'documents: some', /documents/],
    ['metadata-v1', 'form: decimal', 'form: decimale', /Did you mean decimal\?/],
    ['metadata-v1', 'members: totalSupply\n', 'members: totalSuply\n', /no response has a member/],
    [
      'metadata-v1',
      'clause: each-instrument-once',
      'clause: each-instrument',
      /Did you mean each-i/,
    ],
    ['4.1-ids', 'sent: near-id', 'sent: nearid', /Did you mean near-id\?/],
    ['4.1-ids', 'check: rejected 404', 'check: rejectd 404', /Did you mean rejected\?/],
    [
      '7-responses',
      '  response-media-type:',
      '  response-mediatype:',
      /no check, and no HTTP rule/,
    ],
    ['2.1-debug-fields', 'if-member: exclude', 'if-member: exclud', /member of a request/],
    [
      'metadata-v1',
      'on: metadata-v1/info',
      'on: metadata-v1/infos',
      /Did you mean metadata-v1\/info/,
    ],
    ['metadata-v1', '\nmembers:', '\ncases: {}\nmembers:', /is not part of a chapter/],
  ],
)('in %s, %j as %j is a mistake', (chapter, from, to, problem) => {
  const [file = ''] = registryChapter(chapter).files;
  const text = readFileSync(new URL(`../../specs/${file}`, import.meta.url), 'utf8');
  expect(text).toContain(from);
  expect(() => checkRegistryChapter(file, text.replace(from, to))).toThrow(problem);
});
