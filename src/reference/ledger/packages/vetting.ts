/** The operations on vetted packages. The deprecated operations have the same handlers. */
import { maybeText } from '../admin-bodies.ts';
import { adminOnly, anyCaller } from '../auth.ts';
import { type Decoded, type Decoder, int32, list, object, optional, or, text } from '../decode.ts';
import { LedgerError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { keyOf, tokenAfter } from '../paging.ts';
import { ok, type Reply } from '../reply.ts';
import { type Call, get, post, type Route } from '../route.ts';
import { rowKey, type VettedRow } from './vetting-state.ts';
import { UPDATE, updateVetting } from './vetting-update.ts';

const MOST_PER_PAGE = 100;
const names: Decoder<string[]> = or(list(text), []);
const LIST = object({
  packageMetadataFilter: optional(object({ packageIds: names, packageNamePrefixes: names })),
  topologyStateFilter: optional(object({ participantIds: names, synchronizerIds: names })),
  pageToken: maybeText,
  pageSize: or(int32, 0),
});
type ListBody = Decoded<typeof LIST>;

const LISTING = { body: LIST, authorise: anyCaller, handle: listVetted };
const UPDATING = { body: UPDATE, authorise: adminOnly, handle: updateVetting };
const PATH = '/v2/package-vetting';

export const VETTING: readonly Route[] = [
  get(PATH, LISTING),
  post(`${PATH}/list`, LISTING),
  post(PATH, UPDATING),
  post(`${PATH}/update`, UPDATING),
];

/** A page of rows. Each page with rows has a token, so that the last page is empty. */
function listVetted({ body }: Call<ListBody>, { vetting }: Ledger): Reply {
  if (body.pageSize < 0 || body.pageSize > MOST_PER_PAGE) {
    throw unreadable(`A page has 0 to ${MOST_PER_PAGE} rows.`);
  }
  const after = body.pageToken === '' ? '' : keyOf('vetted', body.pageToken);
  if (after === undefined) throw unreadable('The page token cannot be read.');
  const rows = vetting
    .all()
    .filter((row) => rowKey(row) > after)
    .flatMap((row) => filtered(row, body))
    .slice(0, body.pageSize || MOST_PER_PAGE);
  const last = rows.at(-1);
  const nextPageToken = last === undefined ? '' : tokenAfter('vetted', rowKey(last));
  return ok({ vettedPackages: rows, nextPageToken });
}

function unreadable(cause: string): LedgerError {
  return new LedgerError('PROTO_DESERIALIZATION_FAILURE', 3, cause);
}

/** The row with only the requested packages; an empty array if nothing of it is requested. */
function filtered(
  row: VettedRow,
  { packageMetadataFilter, topologyStateFilter }: ListBody,
): VettedRow[] {
  const { participantIds = [], synchronizerIds = [] } = topologyStateFilter ?? {};
  if (participantIds.length > 0 && !participantIds.includes(row.participantId)) return [];
  if (synchronizerIds.length > 0 && !synchronizerIds.includes(row.synchronizerId)) return [];
  const { packageIds = [], packageNamePrefixes = [] } = packageMetadataFilter ?? {};
  if (packageIds.length + packageNamePrefixes.length === 0) return [row];
  const packages = row.packages.filter(
    ({ packageId, packageName }) =>
      packageIds.includes(packageId) ||
      packageNamePrefixes.some((prefix) => packageName.startsWith(prefix)),
  );
  return packages.length === 0 ? [] : [{ ...row, packages }];
}
