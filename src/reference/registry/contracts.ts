/** The ledger contracts behind the reference registry: digests of labels, so that each start has the same ones. */
import { createHash } from 'node:crypto';

/** One element of disclosedContracts (contract §2.1). */
export interface DisclosedContract {
  readonly templateId: string;
  readonly contractId: string;
  readonly createdEventBlob: string;
  readonly synchronizerId: string;
  readonly debugPackageName?: string;
  readonly debugPayload?: Readonly<Record<string, unknown>>;
  readonly debugCreatedAt?: string;
}

/** A template, and the payload of its contracts. */
export interface Template {
  readonly packageName: string;
  readonly module: string;
  readonly entity: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** 64 hex digits that depend on the label only. */
export function digest(label: string): string {
  return createHash('sha256').update(`assay reference registry: ${label}`).digest('hex');
}

/** A contract id in the form of ledgers: version, discriminator, suffix version, suffix hash. */
export function contractIdOf(label: string): string {
  return `00${digest(`discriminator ${label}`)}ca101220${digest(`suffix ${label}`)}`;
}

/** A party or synchronizer id: a name and the fingerprint of its key. */
export function namespaced(name: string): string {
  return `${name}::1220${digest(`fingerprint ${name}`)}`;
}

/** The contract of this label, with all members that a response may have. */
export function disclosedContract(label: string, template: Template): Required<DisclosedContract> {
  const contractId = contractIdOf(label);
  const templateId = `${digest(`package ${template.packageName}`)}:${template.module}:${template.entity}`;
  const day = 1 + (Number.parseInt(contractId.slice(2, 6), 16) % 28);
  return {
    templateId,
    contractId,
    createdEventBlob: eventBlob(contractId, templateId, template.payload),
    synchronizerId: namespaced('global-domain'),
    debugPackageName: template.packageName,
    debugPayload: template.payload,
    debugCreatedAt: `2026-01-${String(day).padStart(2, '0')}T08:30:00.123456Z`,
  };
}

/** The same contract without its debug members. */
export function withoutDebug(contract: DisclosedContract): DisclosedContract {
  const { templateId, contractId, createdEventBlob, synchronizerId } = contract;
  return { templateId, contractId, createdEventBlob, synchronizerId };
}

/** A blob like those of the ledger: it contains the raw bytes of the id, and the template id in ASCII. */
function eventBlob(contractId: string, templateId: string, payload: object): string {
  const event = Buffer.concat([
    field(1, Buffer.from(contractId, 'hex')),
    ...templateId.split(':').map((part, index) => field(2 + index, Buffer.from(part))),
    field(5, Buffer.from(JSON.stringify(payload))),
    field(6, Buffer.from(digest(`salt ${contractId}`), 'hex')),
  ]);
  return Buffer.concat([field(1, Buffer.from('2.1')), field(2, event)]).toString('base64');
}

/** One length-delimited protobuf field. */
function field(number: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), bytes]);
}
