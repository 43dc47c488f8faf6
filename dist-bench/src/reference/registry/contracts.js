/** The ledger contracts behind the reference registry: made from digests, so each start has the same ones. */
import { createHash } from 'node:crypto';
/** 64 hex digits that only the label decides. */
export function digest(label) {
    return createHash('sha256').update(`assay reference registry: ${label}`).digest('hex');
}
/** A contract id in the form that ledgers give: version, discriminator, suffix version, suffix hash. */
export function contractIdOf(label) {
    return `00${digest(`discriminator ${label}`)}ca101220${digest(`suffix ${label}`)}`;
}
/** A party or synchronizer id: a name and the fingerprint of its key. */
export function namespaced(name) {
    return `${name}::1220${digest(`fingerprint ${name}`)}`;
}
/** The contract of that label with everything the registry may tell of it. */
export function disclosedContract(label, template) {
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
/** The same contract without the members that excludeDebugFields leaves out. */
export function withoutDebug(contract) {
    const { templateId, contractId, createdEventBlob, synchronizerId } = contract;
    return { templateId, contractId, createdEventBlob, synchronizerId };
}
/** A creation event shaped like the ledger's: it holds the raw bytes of the id, and the template in ASCII. */
function eventBlob(contractId, templateId, payload) {
    const event = Buffer.concat([
        field(1, Buffer.from(contractId, 'hex')),
        ...templateId.split(':').map((part, index) => field(2 + index, Buffer.from(part))),
        field(5, Buffer.from(JSON.stringify(payload))),
        field(6, Buffer.from(digest(`salt ${contractId}`), 'hex')),
    ]);
    return Buffer.concat([field(1, Buffer.from('2.1')), field(2, event)]).toString('base64');
}
/** One length-delimited protobuf field. */
function field(number, bytes) {
    const length = [];
    let rest = bytes.length;
    for (; rest > 127; rest >>>= 7)
        length.push((rest & 127) | 128);
    return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), bytes]);
}
