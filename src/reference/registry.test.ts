/** What the conforming registry does with requests that no requirement sends, or that requirements let it answer in several ways. */
import { describe, expect, it } from 'vitest';
import { registryFor } from '../../test/reference.ts';
import type { ChoiceContext } from './registry/model.ts';
import { startRegistry } from './registry.ts';

const withdraw = (id = ''): string => `/registry/allocations/v1/${id}/choice-contexts/withdraw`;

/** The response to this body, which is sent to the withdrawal of the first allocation or to this path. */
async function send({ path = '', method = 'POST', type = 'application/json', body = '{}' }) {
  const { url, fixtures } = await registryFor();
  const response = await fetch(url + (path || withdraw(fixtures.allocations[0])), {
    method,
    ...(method !== 'GET' && { headers: { 'content-type': type }, body }),
  });
  const { status, headers } = response;
  return { status, headers, document: await response.json() };
}

it('discloses contracts in the forms that ledgers use', async () => {
  const { document } = await send({});
  const { disclosedContracts, choiceContextData } = document as ChoiceContext;
  for (const one of disclosedContracts) {
    expect(one.contractId).toMatch(/^00[0-9a-f]{64}ca101220[0-9a-f]{64}$/);
    expect(one.templateId).toMatch(/^[0-9a-f]{64}:[A-Za-z.]+:[A-Za-z]+$/);
    expect(one.synchronizerId).toMatch(/^global-domain::1220[0-9a-f]{64}$/);
    const blob = Buffer.from(one.createdEventBlob, 'base64');
    expect(blob.includes(Buffer.from(one.contractId, 'hex'))).toBe(true);
    expect(one.debugPayload).toMatchObject({ debugSettings: { verbose: false } });
  }
  expect(choiceContextData.values['debug-level']).toBeDefined();
});

describe('rejections', () => {
  it.each([
    ['an unknown path', 404, { path: '/registry/allocations/v1' }],
    ['a malformed id', 404, { path: withdraw('%E0%A4') }],
    ['another method', 405, { method: 'GET' }],
    ['a large body', 413, { body: JSON.stringify({ a: 'x'.repeat(1_000_001) }) }],
    ['another media type', 415, { type: 'text/plain' }],
  ])('rejects %s with %i and an ErrorResponse', async (_, expected, request) => {
    const { status, headers, document } = await send(request);
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/json']);
    expect(document).toEqual({ error: expect.stringMatching(/./) });
  });

  it('separates an unknown path from an unknown id, and names the method that it serves', async () => {
    const path = await send({ path: '/registry/unknown' });
    const id = await send({ path: withdraw('00') });
    expect(path.document).not.toEqual(id.document);
    const put = await send({ method: 'PUT' });
    expect(put.headers.get('allow')).toBe('POST, OPTIONS');
  });
});

it('names the nearest id when a fault or a variant is unknown', async () => {
  await expect(startRegistry({ faults: ['flag-ignord'] })).rejects.toThrow("'flag-ignored'");
  await expect(startRegistry({ variants: ['charsett'] })).rejects.toThrow("'charset'");
});
