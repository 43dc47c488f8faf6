/** Faults in packages, their content, and who vets them. */
import { altering, answering, answeringJson, refusingCode } from '../fault.ts';
import { LedgerError, ok } from '../route.ts';
import { edited, type LedgerFault, listAt, of } from './tools.ts';

export const packageFaults: readonly LedgerFault[] = [
  {
    id: 'vetted-package-not-listed',
    says: 'The list of packages lacks one that the participant vets.',
    caughtBy: of('packages-list', 'has-what-is-vetted'),
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', () => listAt(json, 'packageIds').slice(1)),
    ),
  },
  {
    id: 'package-hash-missing',
    says: 'The content of a package comes without its hash header.',
    caughtBy: of('package', 'hash-header-is-the-id'),
    versions: ['3.4', '3.5'],
    change: answering('getV2PackagesPackage-id', ({ status, bytes = Buffer.of() }) => ({
      status,
      bytes,
    })),
  },
  {
    id: 'package-hash-of-another',
    says: 'The hash header of a package is that of another package.',
    caughtBy: of('package', 'hash-header-is-the-id'),
    alsoTrips: [of('package', 'is-the-one-asked-for')],
    change: answering('getV2PackagesPackage-id', (reply, _ask, { packages }) => {
      const other = packages.all().find(({ bytes }) => bytes !== reply.bytes);
      return { ...reply, headers: { 'Canton-Package-Hash': other?.id ?? '' } };
    }),
  },
  {
    id: 'package-content-altered',
    says: 'The content of a package has one byte more than the one that its id is the hash of.',
    caughtBy: of('package', 'content-hashes-to-the-id'),
    change: answering('getV2PackagesPackage-id', ({ bytes = Buffer.of(), ...reply }) => ({
      ...reply,
      bytes: Buffer.concat([bytes, Buffer.of(0)]),
    })),
  },
  {
    id: 'third-package-altered',
    says: 'From the third package of the list on the content has one byte more.',
    caughtBy: of('package', 'content-hashes-to-the-id'),
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
    says: 'The content of a package is empty.',
    caughtBy: of('package', 'content-hashes-to-the-id'),
    alsoTrips: [of('package', 'listed-package-has-content')],
    change: answering('getV2PackagesPackage-id', (reply) => ({ ...reply, bytes: Buffer.of() })),
  },
  {
    id: 'unknown-package-is-empty',
    says: 'A package that nobody knows is answered with 200 and no content.',
    caughtBy: of('package', 'unknown-package-not-found'),
    change: refusingCode('PACKAGE_NOT_FOUND', () => ({
      status: 200,
      bytes: Buffer.of(),
      headers: { 'Canton-Package-Hash': '' },
    })),
  },
  {
    id: 'status-of-unknown-package-404',
    says: 'The status of an unknown package is not found, instead of unspecified.',
    caughtBy: of('package-status', 'unknown-package-is-unspecified'),
    alsoTrips: [of('package-status', 'malformed-id-refused')],
    change: altering('getV2PackagesPackage-idStatus', ({ handle }) => ({
      handle: (ask, ledger) => {
        ledger.packages.get(ask.path['package-id'] ?? '');
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'status-of-unknown-package-registered',
    says: 'Every package is registered, whether it is known or not.',
    caughtBy: of('package-status', 'unknown-package-is-unspecified'),
    alsoTrips: [of('dars-validate', 'nothing-is-uploaded')],
    change: answeringJson('getV2PackagesPackage-idStatus', () => ({
      packageStatus: 'PACKAGE_STATUS_REGISTERED',
    })),
  },
  {
    id: 'listed-package-not-registered',
    says: 'The status of a listed package is unspecified.',
    caughtBy: of('package-status', 'listed-package-is-registered'),
    change: answeringJson('getV2PackagesPackage-idStatus', () => ({
      packageStatus: 'PACKAGE_STATUS_UNSPECIFIED',
    })),
  },
  {
    id: 'package-listed-twice',
    says: 'The list names a package twice.',
    caughtBy: of('packages-list', 'each-once'),
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', (ids) => [...(ids as string[]), (ids as string[])[0]]),
    ),
  },
  {
    id: 'listed-package-not-there',
    says: 'The list names a package that cannot be had.',
    caughtBy: of('package', 'listed-package-has-content'),
    alsoTrips: [of('{package,package-status}', '*')],
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds', (ids) => ['0'.repeat(64), ...(ids as string[])]),
    ),
  },
  {
    id: 'any-archive-is-valid',
    says: 'Bytes that are no archive are found valid.',
    caughtBy: of('dars-validate', '{no-archive-refused,other-bytes-not-valid}'),
    change: altering('postV2DarsValidate', () => ({ handle: () => ({ status: 200 }) })),
  },
  {
    id: 'other-bytes-are-valid',
    says: 'Bytes that do not even begin like an archive are found valid.',
    caughtBy: of('dars-validate', 'other-bytes-not-valid'),
    alsoTrips: [of('dars-validate', 'no-archive-refused')],
    change: altering('postV2DarsValidate', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.bytes.subarray(0, 2).toString('latin1') === 'PK'
          ? handle(ask, ledger)
          : { status: 200 },
    })),
  },
  {
    id: 'uploaded-and-not-vetted',
    says: 'The packages of an archive are vetted only where the upload asks for it.',
    caughtBy: of('{dars-upload,packages-upload}', 'vetted-afterwards'),
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
    says: 'An archive is taken in and its package is not listed afterwards.',
    caughtBy: of('{dars-upload,packages-upload}', 'packages-known-afterwards'),
    alsoTrips: [of('{dars-upload,packages-upload}', '*')],
    allow: 'irreversible',
    change: altering(['postV2Dars', 'postV2Packages'], () => ({ handle: () => ok({}) })),
  },
  {
    id: 'vetting-filter-overlooked',
    says: 'The filter on package names is overlooked.',
    caughtBy: of('package-vetting-list', 'name-filter-selects'),
    alsoTrips: [
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
    says: 'A change of vetted packages leaves out what it cannot resolve.',
    caughtBy: of('package-vetting-update', 'unknown-package-refused'),
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
    says: 'A change of vetted packages that is only tried is made.',
    caughtBy: of('package-vetting-update', 'dry-run-changes-nothing'),
    alsoTrips: [of('package-vetting-change', 'dry-run-changes-nothing')],
    allow: 'irreversible',
    change: altering(['postV2Package-vettingUpdate', 'postV2Package-vetting'], ({ handle }) => ({
      handle: (ask, ledger) =>
        handle({ ...ask, body: { ...(ask.body as object), dryRun: false } }, ledger),
    })),
  },
  {
    id: 'preferred-without-a-package',
    says: 'Packages that nobody vets are preferred with an empty list.',
    caughtBy: of('preferred-packages', 'no-preference-refused'),
    alsoTrips: [of('preferred-package-version', 'same-as-preferred-packages')],
    change: refusingCode('NO_PREFERRED_PACKAGES_FOUND', () =>
      ok({ packageReferences: [], synchronizerId: '' }),
    ),
  },
  {
    id: 'no-preference-is-not-found',
    says: 'A package that nobody vets is not found, instead of preferring none.',
    caughtBy: of('preferred-package-version', 'unknown-name-is-null'),
    alsoTrips: [of('preferred-package-version', 'same-as-preferred-packages')],
    change: answering('getV2Interactive-submissionPreferred-package-version', (reply) => {
      if ((reply.json as { packagePreference: unknown }).packagePreference !== null) return reply;
      throw new LedgerError('PACKAGE_NAMES_NOT_FOUND', 5, 11, 'There is no such package.');
    }),
  },
];
