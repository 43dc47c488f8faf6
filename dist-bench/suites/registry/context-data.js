/** choiceContextData as the ledger decodes it: a record of named, tagged values. */
import { describe, finding } from '../../src/index.js';
/** What the JSON of each tag must be. Numbers are taken for integers and decimals, as ledgers do. */
const TAGS = {
    AV_Text: (v) => typeof v === 'string',
    AV_Int: (v) => typeof v === 'number' || (typeof v === 'string' && /^[+-]?\d+$/.test(v)),
    AV_Decimal: (v) => typeof v === 'number' || (typeof v === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(v)),
    AV_Bool: (v) => typeof v === 'boolean',
    AV_Date: (v) => typeof v === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(v),
    AV_Time: (v) => typeof v === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(v),
    AV_RelTime: (v) => isRecord(v) && 'microseconds' in v,
    AV_Party: (v) => typeof v === 'string',
    AV_ContractId: (v) => typeof v === 'string',
    AV_List: Array.isArray,
    AV_Map: isRecord,
};
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** Where the data cannot be decoded. Data that is no object at all is the business of the shape. */
export function valueFindings(data, at) {
    if (!isRecord(data))
        return undefined;
    const { values } = data;
    if (!isRecord(values))
        return [finding(`${at}/values`, 'an object of tagged values', describe(values))];
    return Object.entries(values).flatMap(([key, value]) => tagged(value, `${at}/values/${key.replaceAll('/', '~1')}`));
}
function tagged(value, at) {
    const expected = 'an object with tag and value';
    if (!isRecord(value) || typeof value['tag'] !== 'string')
        return [finding(at, expected, describe(value))];
    const inner = value['value'];
    const fits = TAGS[value['tag']];
    if (!fits)
        return [finding(`${at}/tag`, `one of ${Object.keys(TAGS).join(', ')}`, describe(value['tag']))];
    if (!fits(inner))
        return [finding(`${at}/value`, `the JSON of ${value['tag']}`, describe(inner))];
    if (Array.isArray(inner))
        return inner.flatMap((v, i) => tagged(v, `${at}/value/${i}`));
    if (value['tag'] !== 'AV_Map')
        return [];
    return Object.entries(inner).flatMap(([k, v]) => tagged(v, `${at}/value/${k}`));
}
/** Every contract id in the data, through lists and maps. */
export function contractIdsIn(data) {
    if (typeof data !== 'object' || data === null)
        return [];
    const { tag, value } = data;
    if (tag === 'AV_ContractId' && typeof value === 'string')
        return [value];
    return Object.values(data).flatMap(contractIdsIn);
}
