/** The operations of the faults, by short names. */
export const on = {
  version: 'getV2Version',
  readyz: 'getReadyz',
  document: 'getDocsOpenapi',
  ledgerEnd: 'getV2StateLedger-end',
  synchronizers: 'getV2StateConnected-synchronizers',
  contracts: 'postV2StateActive-contracts',
  contractsPage: 'getV2StateActive-contracts-page',
  contractsByPage: 'postV2StateActive-contracts-page',
  contract: 'postV2ContractsContract-by-id',
  events: 'postV2EventsEvents-by-contract-id',
  updates: 'postV2Updates',
  flats: 'postV2UpdatesFlats',
  trees: 'postV2UpdatesTrees',
  updatesPage: 'postV2UpdatesGet-updates-page',
  updateByOffset: 'postV2UpdatesUpdate-by-offset',
  updateById: 'postV2UpdatesUpdate-by-id',
  transactionByOffset: 'postV2UpdatesTransaction-by-offset',
  transactionById: 'postV2UpdatesTransaction-by-id',
  treeByOffset: 'getV2UpdatesTransaction-tree-by-offsetOffset',
  treeById: 'getV2UpdatesTransaction-tree-by-idUpdate-id',
  completions: 'postV2CommandsCompletions',
  commandCompletions: 'postV2CommandsCommand-completions',
  submit: 'postV2CommandsAsyncSubmit',
  submitReassignment: 'postV2CommandsAsyncSubmit-reassignment',
  submitAndWait: 'postV2CommandsSubmit-and-wait',
  forTransaction: 'postV2CommandsSubmit-and-wait-for-transaction',
  forTree: 'postV2CommandsSubmit-and-wait-for-transaction-tree',
  prepare: 'postV2Interactive-submissionPrepare',
  execute: 'postV2Interactive-submissionExecute',
  executeAndWait: 'postV2Interactive-submissionExecuteandwait',
  executeForTransaction: 'postV2Interactive-submissionExecuteandwaitfortransaction',
  preferredVersion: 'getV2Interactive-submissionPreferred-package-version',
  preferredPackages: 'postV2Interactive-submissionPreferred-packages',
  packages: 'getV2Packages',
  package: 'getV2PackagesPackage-id',
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
  partyKeys: 'getV2JoseJwks',
  changeAccount: 'postV2TrafficAccounts',
  pruneEvents: 'postV2TrafficEventsPrune',
  completionByHash: 'postV2CommandsCompletion-by-hash',
  updateIdp: 'patchV2IdpsIdp-id',
  createIdp: 'postV2Idps',
  deleteIdp: 'deleteV2IdpsIdp-id',
} as const;

const { updates, flats } = on;
export const LISTS: readonly string[] = [updates, flats];
/** The pages of active contracts. */
export const CONTRACT_PAGES: readonly string[] = [on.contractsPage, on.contractsByPage];
/** The list of active contracts and its pages. */
export const CONTRACTS: readonly string[] = [on.contracts, ...CONTRACT_PAGES];
/** The submissions that wait for their outcome. */
export const WAITING: readonly string[] = [on.submitAndWait, on.forTransaction, on.forTree];
/** The lists of vetted packages. */
export const VETTED: readonly string[] = [on.vetted, on.vettedByGet];
/** The changes of vetted packages. */
export const VET: readonly string[] = [on.vet, on.vetByPost];
