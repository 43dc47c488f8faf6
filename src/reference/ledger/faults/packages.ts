/** Faults in packages, their content, and who vets them. */
import { altering, answering, answeringJson, refusingCode } from '../fault.ts';
import { LedgerError, ok } from '../route.ts';
import { edited, type LedgerFault, listAt, of } from './tools.ts';

export const packageFaults: readonly LedgerFault[] = [
  {
    id: 'vetted-package-not-listed',
    description: 'The list of packages lacks one that the participant vets.',
    killedBy: of('packages-list', 'has-what-is-vetted'),
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', () => listAt(json, 'packageIds').slice(1)),
    ),
  },
  {
    id: 'package-hash-missing',
    description: 'The content of a package comes without its hash header.',
    killedBy: of('package', 'hash-header-is-the-id'),
    versions: ['3.4', '3.5'],
    change: answering('getV2PackagesPackage-id', ({ status, bytes = Buffer.of() }) => ({
      status,
      bytes,
    })),
  },
  {
    id: 'package-hash-of-another',
    description: 'The hash header of a package is that of another package.',
    killedBy: of('package', 'hash-header-is-the-id'),
    collateral: [of('package', 'is-the-one-asked-for')],
    change: answering('getV2PackagesPackage-id', (reply, _ask, { packages }) => {
      const other = packages.all().find(({ bytes }) => bytes !== reply.bytes);
      return { ...reply, headers: { 'Canton-Package-Hash': other?.id ?? '' } };
    }),
  },
  {
    id: 'package-content-altered',
    description:
      'The content of a package has one byte more than the one that its id is the hash of.',
    killedBy: of('package', 'content-hashes-to-the-id'),
    change: answering('getV2PackagesPackage-id', ({ bytes = Buffer.of(), ...reply }) => ({
      ...reply,
      bytes: Buffer.concat([bytes, Buffer.of(0)]),
    })),
  },
  {
    id: 'third-package-altered',
    description: 'From the third package of the list on the content has one byte more.',
    killedBy: of('package', 'content-hashes-to-the-id'),
    change: answering(
      'getV2PackagesPackage-id',
      ({ bytes = Buffer.of(), ...reply }, ask, ledger) => {
        const at = ledger.packages.all().findIndex(({ id }) => id === ask.path['package-id']);
        return { ...reply, bytes: at < 2 ? bytes : Buffer.concat([bytes, Buffer.of(0)]) };
      },
    ),
  },
  {
    id: 'package-empty',
    description: 'The content of a package is empty.',
    killedBy: of('package', 'content-hashes-to-the-id'),
    collateral: [of('package', 'listed-package-has-content')],
    change: answering('getV2PackagesPackage-id', (reply) => ({ ...reply, bytes: Buffer.of() })),
  },
  {
    id: 'unknown-package-is-empty',
    description: 'A package that nobody knows is answered with 200 and no content.',
    killedBy: of('package', 'unknown-package-not-found'),
    change: refusingCode('PACKAGE_NOT_FOUND', () => ({
      status: 200,
      bytes: Buffer.of(),
      headers: { 'Canton-Package-Hash': '' },
    })),
  },
  {
    id: 'status-of-unknown-package-404',
    description: 'The status of an unknown package is not found, instead of unspecified.',
    killedBy: of('package-status', 'unknown-package-is-unspecified'),
    collateral: [of('package-status', 'malformed-id-refused')],
    change: altering('getV2PackagesPackage-idStatus', ({ handle }) => ({
      handle: (ask, ledger) => {
        ledger.packages.get(ask.path['package-id'] ?? '');
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'status-of-unknown-package-registered',
    description: 'Every package is registered, whether it is known or not.',
    killedBy: of('package-status', 'unknown-package-is-unspecified'),
    collateral: [of('dars-validate', 'nothing-is-uploaded')],
    change: answeringJson('getV2PackagesPackage-idStatus', () => ({
      packageStatus: 'PACKAGE_STATUS_REGISTERED',
    })),
  },
  {
    id: 'listed-package-not-registered',
    description: 'The status of a listed package is unspecified.',
    killedBy: of('package-status', 'listed-package-is-registered'),
    change: answeringJson('getV2PackagesPackage-idStatus', () => ({
      packageStatus: 'PACKAGE_STATUS_UNSPECIFIED',
    })),
  },
  {
    id: 'package-listed-twice',
    description: 'The list names a package twice.',
    killedBy: of('packages-list', 'each-once'),
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', (ids) => [...(ids as string[]), (ids as string[])[0]]),
    ),
  },
  {
    id: 'listed-package-not-there',
    description: 'The list names a package that cannot be had.',
    killedBy: of('package', 'listed-package-has-content'),
    collateral: [of('{package,package-status}', '*')],
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', (ids) => ['0'.repeat(64), ...(ids as string[])]),
    ),
  },
  {
    id: 'any-archive-is-valid',
    description: 'Bytes that are no archive are found valid.',
    killedBy: of('dars-validate', '{no-archive-refused,other-bytes-not-valid}'),
    change: altering('postV2DarsValidate', () => ({ handle: () => ({ status: 200 }) })),
  },
  {
    id: 'other-bytes-are-valid',
    description: 'Bytes that do not even begin like an archive are found valid.',
    killedBy: of('dars-validate', 'other-bytes-not-valid'),
    collateral: [of('dars-validate', 'no-archive-refused')],
    change: altering('postV2DarsValidate', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.bytes.subarray(0, 2).toString('latin1') === 'PK'
          ? handle(ask, ledger)
          : { status: 200 },
    })),
  },
  {
    id: 'uploaded-and-not-vetted',
    description: 'The packages of an archive are vetted only where the upload asks for it.',
    killedBy: of('{dars-upload,packages-upload}', 'vetted-afterwards'),
    allow: 'irreversible',
    change: altering(['postV2Dars', 'postV2Packages'], ({ handle }) => ({
      handle: (ask, ledger) => {
        const query = new URLSearchParams(ask.query);
        if (!query.has('vetAllPackages')) query.set('vetAllPackages', 'false');
        return handle({ ...ask, query }, ledger);
      },
    })),
  },
  {
    id: 'uploaded-archive-not-listed',
    description: 'An archive is taken in and its package is not listed afterwards.',
    killedBy: of('{dars-upload,packages-upload}', 'packages-known-afterwards'),
    collateral: [of('{dars-upload,packages-upload}', '*')],
    allow: 'irreversible',
    change: altering(['postV2Dars', 'postV2Packages'], () => ({ handle: () => ok({}) })),
  },
  {
    id: 'vetting-filter-overlooked',
    description: 'The filter on package names is overlooked.',
    killedBy: of('package-vetting-list', 'name-filter-selects'),
    collateral: [
      of('package-vetting-list', '{{package,topology}-filter,name-prefix}-selects'),
      of('package-vetting-list', 'pages-keep-the-filter'),
    ],
    change: altering(['postV2Package-vettingList', 'getV2Package-vetting'], ({ handle }) => ({
      handle: (ask, ledger) =>
        handle(
          { ...ask, body: { ...(ask.body as object), packageMetadataFilter: undefined } },
          ledger,
        ),
    })),
  },
  {
    id: 'unknown-package-vetted',
    description: 'A change of vetted packages leaves out what it cannot resolve.',
    killedBy: of('package-vetting-update', 'unknown-package-refused'),
    versions: ['3.4', '3.5'],
    allow: 'irreversible',
    change: altering(['postV2Package-vettingUpdate', 'postV2Package-vetting'], ({ handle }) => ({
      handle: (ask, ledger) => {
        try {
          return handle(ask, ledger);
        } catch {
          return handle({ ...ask, body: { ...(ask.body as object), changes: [] } }, ledger);
        }
      },
    })),
  },
  {
    id: 'vetting-dry-run-kept',
    description: 'A change of vetted packages that is only tried is made.',
    killedBy: of('package-vetting-update', 'dry-run-changes-nothing'),
    collateral: [of('package-vetting-change', 'dry-run-changes-nothing')],
    allow: 'irreversible',
    change: altering(['postV2Package-vettingUpdate', 'postV2Package-vetting'], ({ handle }) => ({
      handle: (ask, ledger) =>
        handle({ ...ask, body: { ...(ask.body as object), dryRun: false } }, ledger),
    })),
  },
  {
    id: 'preferred-without-a-package',
    description: 'Packages that nobody vets are preferred with an empty list.',
    killedBy: of('preferred-packages', 'no-preference-refused'),
    collateral: [of('preferred-package-version', 'same-as-preferred-packages')],
    change: refusingCode('NO_PREFERRED_PACKAGES_FOUND', () =>
      ok({ packageReferences: [], synchronizerId: '' }),
    ),
  },
  {
    id: 'no-preference-is-not-found',
    description: 'A package that nobody vets is not found, instead of preferring none.',
    killedBy: of('preferred-package-version', 'unknown-name-is-null'),
    collateral: [of('preferred-package-version', 'same-as-preferred-packages')],
    change: answering('getV2Interactive-submissionPreferred-package-version', (reply) => {
      if ((reply.json as { packagePreference: unknown }).packagePreference !== null) return reply;
      throw new LedgerError('PACKAGE_NAMES_NOT_FOUND', 5, 11, 'There is no such package.');
    }),
  },
];
