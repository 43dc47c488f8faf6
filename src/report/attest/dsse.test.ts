import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/files.ts';
import { privateKey, publicKey } from '../../../test/signed-report.ts';
import { type Envelope, keyIdOf, open, pae, seal } from './dsse.ts';

const TYPE = 'http://example.com/HelloWorld';
const BODY = Buffer.from('hello world');
const text = seal(TYPE, BODY, privateKey);
const envelope = JSON.parse(text) as Envelope;
const [signature] = envelope.signatures;
const sig = signature?.sig ?? '';
const keyid = signature?.keyid ?? '';

/** Why the envelope does not open with these members. */
function problem(change: object): string {
  const opened = open(JSON.stringify({ ...envelope, ...change }), publicKey);
  return 'problem' in opened ? opened.problem : '';
}

describe('what is signed', () => {
  it('is the encoding of the example in the protocol', () => {
    expect(pae(TYPE, BODY).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
  });

  it('has lengths in bytes, even for text outside ASCII and for bytes that are not text', () => {
    expect(pae('é', Buffer.from('ü')).toString()).toBe('DSSEv1 2 é 2 ü');
    expect(pae('', Buffer.from([0xff])).toString('latin1')).toBe('DSSEv1 0  1 \xff');
  });

  it('is verified by openssl too, with the key as SPKI', () => {
    const folder = folderWith({
      'key.pub': publicKey.export({ type: 'spki', format: 'pem' }) as string,
      pae: pae(TYPE, BODY),
      sig: Buffer.from(sig, 'base64'),
    });
    const [key, signed, raw] = ['key.pub', 'pae', 'sig'].map((name) => join(folder, name));
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', signed];
    const output = execFileSync('openssl', [...args, '-sigfile', raw] as string[]).toString();
    expect(output).toMatch('Signature Verified Successfully');
  });
});

describe('an envelope', () => {
  it('has the members of DSSE v1.0, and the key id is the digest of the public key', () => {
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const id = createHash('sha256').update(spki).digest('hex');
    expect(envelope).toEqual({
      payloadType: TYPE,
      payload: 'aGVsbG8gd29ybGQ=',
      signatures: [{ keyid: id, sig: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/) }],
    });
    expect(keyIdOf(privateKey)).toBe(id);
  });

  it('is the same text each time', () => {
    expect(seal(TYPE, BODY, privateKey)).toBe(text);
  });

  it('opens with the public key', () => {
    expect(open(text, publicKey)).toEqual({ payloadType: TYPE, payload: BODY });
  });

  it('opens in both alphabets of base64, with padding and without', () => {
    const bytes = Buffer.from([0xfb, 0xff, 0xbf, 0xfe]);
    const standard = seal(TYPE, bytes, privateKey);
    const other = (form: (text: string) => string): string => {
      const { payload, signatures } = JSON.parse(standard) as Envelope;
      const changed = signatures.map((s) => ({ ...s, sig: form(s.sig) }));
      return JSON.stringify({ payloadType: TYPE, payload: form(payload), signatures: changed });
    };
    const url = (value: string): string => value.replaceAll('+', '-').replaceAll('/', '_');
    expect(url((JSON.parse(standard) as Envelope).payload)).toBe('-_-__g==');
    for (const form of [url, (value: string) => url(value).replace(/=+$/, '')]) {
      expect(open(other(form), publicKey)).toEqual({ payloadType: TYPE, payload: bytes });
    }
  });

  it('does not open with another payload, type, signature or key', () => {
    expect(problem({ payload: Buffer.from('hello World').toString('base64') })).toMatch(
      'not match',
    );
    expect(problem({ payloadType: 'text/plain' })).toMatch('not match');
    expect(problem({ signatures: [{ keyid, sig: `B${sig.slice(1)}` }] })).toMatch('not match');
    const { publicKey: otherKey } = generateKeyPairSync('ed25519');
    const opened = open(text, otherKey);
    expect(opened).toEqual({
      problem: `it is signed by ${keyid}, but the given key is ${keyIdOf(otherKey)}`,
    });
  });

  it('does not open if base64 has unused bits, skipped characters, or two alphabets', () => {
    expect(problem({ payload: 'aGVsbG8gd29ybGR=' })).toBe('its payload is not base64');
    expect(problem({ payload: 'aGVsbG8g d29ybGQ=' })).toBe('its payload is not base64');
    expect(problem({ payload: '-/-_' })).toBe('its payload is not base64');
    expect(problem({ signatures: [{ keyid, sig: `${sig}\n` }] })).toMatch(
      'signature is not base64',
    );
  });

  it('does not open if a second signature of the same key is wrong', () => {
    const wrong = { keyid, sig: `B${sig.slice(1)}` };
    expect(problem({ signatures: [{ keyid, sig }, wrong] })).toMatch('not match');
    const more = { signatures: [{ keyid: 'other', sig: 'AA==' }, signature] };
    expect(problem(more)).toBe('');
  });

  it('is distinguished from any other file', () => {
    expect(open('', publicKey)).toEqual({ problem: 'it is not JSON' });
    for (const value of ['null', '[]', '{}', '{"payloadType":1}']) {
      expect(open(value, publicKey)).toEqual({ problem: expect.stringMatching('not a DSSE') });
    }
    expect(problem({ signatures: [null] })).toMatch('not a DSSE');
    expect(problem({ signatures: [] })).toMatch('signed by no key');
  });
});
