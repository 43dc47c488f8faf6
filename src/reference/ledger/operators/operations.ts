/** The operations of the faults, by short names. */
export const on = {
  version: 'getV2Version',
  readyz: 'getReadyz',
  document: 'getDocsOpenapi',
  ledgerEnd: 'getV2StateLedger-end',
  synchronizers: 'getV2StateConnected-synchronizers',
  contracts: 'postV2StateActive-contracts',
  contractsPage: 'getV2StateActive-contracts-page',
  contract: 'postV2ContractsContract-by-id',
  events: 'postV2EventsEvents-by-contract-id',
  updates: 'postV2Updates',
  flats: 'postV2UpdatesFlats',
  updatesPage: 'postV2UpdatesGet-updates-page',
  updateByOffset: 'postV2UpdatesUpdate-by-offset',
  updateById: 'postV2UpdatesUpdate-by-id',
  transactionByOffset: 'postV2UpdatesTransaction-by-offset',
  transactionById: 'postV2UpdatesTransaction-by-id',
  treeByOffset: 'getV2UpdatesTransaction-tree-by-offsetOffset',
  treeById: 'getV2UpdatesTransaction-tree-by-idUpdate-id',
  completions: 'postV2CommandsCompletions',
  submit: 'postV2CommandsAsyncSubmit',
  submitReassignment: 'postV2CommandsAsyncSubmit-reassignment',
  submitAndWait: 'postV2CommandsSubmit-and-wait',
  forTransaction: 'postV2CommandsSubmit-and-wait-for-transaction',
  forTree: 'postV2CommandsSubmit-and-wait-for-transaction-tree',
  forReassignment: 'postV2CommandsSubmit-and-wait-for-reassignment',
  prepare: 'postV2Interactive-submissionPrepare',
  execute: 'postV2Interactive-submissionExecute',
  executeAndWait: 'postV2Interactive-submissionExecuteandwait',
  executeForTransaction: 'postV2Interactive-submissionExecuteandwaitfortransaction',
  preferredVersion: 'getV2Interactive-submissionPreferred-package-version',
  preferredPackages: 'postV2Interactive-submissionPreferred-packages',
  packages: 'getV2Packages',
  uploadPackage: 'postV2Packages',
  uploadDar: 'postV2Dars',
  validateDar: 'postV2DarsValidate',
  vetted: 'postV2Package-vettingList',
  vettedByGet: 'getV2Package-vetting',
  vet: 'postV2Package-vettingUpdate',
  vetByPost: 'postV2Package-vetting',
  participant: 'getV2PartiesParticipant-id',
  parties: 'getV2Parties',
  party: 'getV2PartiesParty',
  allocate: 'postV2Parties',
  allocateExternal: 'postV2PartiesExternalAllocate',
  updateParty: 'patchV2PartiesParty',
  self: 'getV2Authenticated-user',
  users: 'getV2Users',
  user: 'getV2UsersUser-id',
  createUser: 'postV2Users',
  updateUser: 'patchV2UsersUser-id',
  deleteUser: 'deleteV2UsersUser-id',
  moveUser: 'patchV2UsersUser-idIdentity-provider-id',
  rights: 'getV2UsersUser-idRights',
  grant: 'postV2UsersUser-idRights',
  revoke: 'patchV2UsersUser-idRights',
  idps: 'getV2Idps',
  idp: 'getV2IdpsIdp-id',
  updateIdp: 'patchV2IdpsIdp-id',
} as const;

const { updates, flats } = on;
/** The lists of updates. */
export const LISTS: readonly string[] = [updates, flats];
/** The list of active contracts and its pages. */
export const CONTRACTS: readonly string[] = [on.contracts, on.contractsPage];
/** The lists of vetted packages. */
export const VETTED: readonly string[] = [on.vetted, on.vettedByGet];
/** The changes of vetted packages. */
export const VET: readonly string[] = [on.vet, on.vetByPost];
/** The uploads of archives. */
export const UPLOADS: readonly string[] = [on.uploadDar, on.uploadPackage];
