import { describe, expect, it } from 'vitest';
import { clean, mixed } from '../../../test/sample-report.ts';
import { privateKey, publicKey, signed, small } from '../../../test/signed-report.ts';
import type { Report } from '../../model/index.ts';
import { entriesOf, foreignAt, pack, unpack } from './bundle.ts';
import { ATTESTATION } from './bundle-files.ts';
import { seal } from './dsse.ts';
import type { Files, Statement } from './statement.ts';
import { checkAttestation } from './statement-check.ts';

const good = signed(small);

/** Bytes before the name of a file in an archive. */
const HEADER = 30;

/** The check of a recipient with this envelope and these files. */
function problems(envelope: string, files: Files, bundled = true): readonly string[] {
  return checkAttestation({ envelope, files, bundled }, publicKey).problems;
}

function flipped(bytes: Uint8Array, at: number, bits = 1): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}

describe('what was signed and not touched', () => {
  it.each([small, clean, mixed])('verifies', (report) => {
    const { envelope, files } = signed(report);
    const checked = checkAttestation({ envelope, files, bundled: true }, publicKey);
    expect(checked.problems).toEqual([]);
    expect(checked.report).toMatchObject(report);
    expect(checked.statement?.subject.at(-1)?.name).toBe('my-image');
  });

  it('verifies in a folder, where README.txt is not', () => {
    const files = new Map([...good.files].filter(([name]) => name !== 'README.txt'));
    expect(problems(good.envelope, files, false)).toEqual([]);
    expect(problems(good.envelope, files)).toEqual(['README.txt: it was signed, but is missing']);
  });
});

describe('one flipped byte', () => {
  it('anywhere in the envelope is rejected', () => {
    const bytes = Buffer.from(good.envelope);
    const { payload } = JSON.parse(good.envelope) as { payload: string };
    const from = good.envelope.indexOf(payload);
    const isPayload = (at: number): boolean => at >= from && at < from + payload.length;
    const BITS = [1, 0x20, 0x80];
    // All characters of the payload are equally protected, so one bit of every second one is flipped, the bits in turn.
    const accepted = [...bytes.keys()].filter((at) =>
      BITS.filter((_, i) => !isPayload(at) || 2 * i === at % (2 * BITS.length)).some(
        (bits) => problems(flipped(bytes, at, bits).toString(), good.files).length === 0,
      ),
    );
    expect(accepted).toEqual([]);
  });

  it('in any file is reported with the name of the file', () => {
    for (const [name, bytes] of good.files) {
      const reason = new RegExp(
        `^${name}: it was changed: its sha256 is [0-9a-f]{64}, but [^\n]*$`,
      );
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const files = new Map(good.files).set(name, flipped(bytes, at));
        expect(problems(good.envelope, files)).toEqual([expect.stringMatching(reason)]);
      }
    }
  });

  it('anywhere in an archive is rejected', () => {
    const archive = pack(good.all);
    const packed = [...entriesOf(archive)].map((entry) => {
      const from = entry.at + HEADER + entry.name.length;
      return { from, to: from + entry.packed };
    });
    // All packed bytes of a file are equally protected, so every seventh one is enough.
    const isSpared = (at: number): boolean =>
      at % 7 > 0 && packed.some(({ from, to }) => at > from && at < to - 1);
    const accepted = [...archive.keys()].filter((at) => {
      if (isSpared(at)) return false;
      const changed = flipped(archive, at);
      const unpacked = unpack(changed);
      if (unpacked.problem !== undefined) return false;
      const envelope = Buffer.from(unpacked.files.get(ATTESTATION) ?? []).toString();
      const files = new Map([...unpacked.files].filter(([name]) => name !== ATTESTATION));
      return (
        problems(envelope, files).length === 0 && foreignAt(changed, unpacked.files) === undefined
      );
    });
    expect(accepted).toEqual([]);
  });
});

it('an added or removed file is named', () => {
  const more = new Map(good.files).set('notes.txt', Buffer.from('x'));
  expect(problems(good.envelope, more)).toEqual(['notes.txt: the signature does not cover it']);
  const fewer = new Map([...good.files].filter(([name]) => name !== 'evidence.har'));
  expect(problems(good.envelope, fewer)).toEqual(['evidence.har: it was signed, but is missing']);
});

describe('a signature does not make true what was signed', () => {
  it('a result that the verdicts do not give', () => {
    const forged: Report = { ...mixed, result: 'conforming' };
    const { envelope, files } = signed(forged);
    expect(problems(envelope, files)).toEqual([
      'report.json: result is conforming, but the verdicts give nonconforming',
    ]);
  });

  it.each<[string, (statement: Statement) => unknown, string]>([
    [
      'another word',
      (s) => ({ ...s, predicate: { ...s.predicate, result: 'PASSED' } }),
      'result is PASSED, but report.json gives FAILED',
    ],
    [
      'a failed requirement left out',
      (s) => ({ ...s, predicate: { ...s.predicate, failedTests: [] } }),
      'failedTests differs from report.json',
    ],
    [
      'another contract',
      (s) => ({
        ...s,
        predicate: {
          ...s.predicate,
          configuration: s.predicate.configuration.map((entry) =>
            entry.name === 'allocation-v1' ? { ...entry, digest: { sha256: '00' } } : entry,
          ),
        },
      }),
      'the digest of allocation-v1 differs from report.json',
    ],
    [
      'a file that is not covered',
      (s) => ({ ...s, subject: s.subject.filter(({ name }) => name !== 'report.html') }),
      'report.html: it was signed without a sha256',
    ],
  ])('%s', (_, change, problem) => {
    const { envelope, files } = signed(mixed, undefined, change);
    expect(problems(envelope, files)).toEqual([expect.stringMatching(problem)]);
  });

  it('a statement that is not about a report', () => {
    for (const payload of ['null', '{}', '{"_type":"https://in-toto.io/Statement/v1"}', 'x']) {
      const envelope = seal('application/vnd.in-toto+json', Buffer.from(payload), privateKey);
      expect(problems(envelope, good.files)).toEqual([
        expect.stringMatching('it is not a statement about a report'),
      ]);
    }
    const { envelope } = signed(small, undefined, (s) => ({
      ...s,
      predicate: { ...s.predicate, configuration: [] },
    }));
    expect(problems(envelope, good.files)[0]).toMatch('it does not cover report.json');
    const text = signed(small, 'no report');
    expect(problems(text.envelope, text.files)).toEqual([
      'report.json: it is not a report. Name a report.json.',
    ]);
  });
});
