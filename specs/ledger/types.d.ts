/** The schemas of the ledger document 3.6 that are named as `Body<'…'>`. `npm run generate` writes this file. */

export interface Schemas {
  CumulativeFilter: CumulativeFilter;
  EventFormat: EventFormat;
  FieldMask: FieldMask;
  GenerateExternalPartyTopologyRequest: GenerateExternalPartyTopologyRequest;
  GetUpdatesPageRequest: GetUpdatesPageRequest;
  Right: Right;
  Signature: Signature;
  SigningPublicKey: SigningPublicKey;
  TransactionFormat: TransactionFormat;
  UpdateFormat: UpdateFormat;
  VettedPackagesChange: VettedPackagesChange;
}
export interface CumulativeFilter {
  identifierFilter?:
    | {Empty: Empty}
    | {InterfaceFilter: {value: InterfaceFilter}}
    | {TemplateFilter: {value: TemplateFilter}}
    | {WildcardFilter: {value: WildcardFilter}};
}
export interface Empty {}
export interface InterfaceFilter {
  interfaceId: string;
  includeInterfaceView?: boolean;
  includeCreatedEventBlob?: boolean;
}
export interface TemplateFilter {
  templateId: string;
  includeCreatedEventBlob?: boolean;
}
export interface WildcardFilter {
  includeCreatedEventBlob?: boolean;
}
export interface EventFormat {
  filtersByParty?: {[k: string]: Filters};
  filtersForAnyParty?: Filters;
  verbose?: boolean;
}
export interface Filters {
  cumulative?: CumulativeFilter[];
}
export interface FieldMask {
  paths?: string[];
  unknownFields: UnknownFieldSet;
}
export interface UnknownFieldSet {
  fields: {[k: string]: Field};
}
export interface Field {
  varint?: number[];
  fixed64?: number[];
  fixed32?: number[];
  lengthDelimited?: string[];
}
export interface GenerateExternalPartyTopologyRequest {
  synchronizer: string;
  partyHint: string;
  publicKey: SigningPublicKey;
  localParticipantObservationOnly?: boolean;
  otherConfirmingParticipantUids?: string[];
  confirmationThreshold?: number;
  observingParticipantUids?: string[];
}
export interface SigningPublicKey {
  format: string;
  keyData: string;
  keySpec: string;
}
export interface GetUpdatesPageRequest {
  beginOffsetExclusive?: number;
  endOffsetInclusive?: number;
  maxPageSize?: number;
  updateFormat: UpdateFormat;
  descendingOrder?: boolean;
  pageToken?: string;
}
export interface UpdateFormat {
  includeTransactions?: TransactionFormat;
  includeReassignments?: EventFormat;
  includeTopologyEvents?: TopologyFormat;
}
export interface TransactionFormat {
  eventFormat: EventFormat;
  transactionShape:
    | 'TRANSACTION_SHAPE_UNSPECIFIED'
    | 'TRANSACTION_SHAPE_ACS_DELTA'
    | 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
}
export interface TopologyFormat {
  includeParticipantAuthorizationEvents?: ParticipantAuthorizationTopologyFormat;
}
export interface ParticipantAuthorizationTopologyFormat {
  parties?: string[];
}
export interface Right {
  kind?:
    | {CanActAs: {value: CanActAs}}
    | {CanExecuteAs: {value: CanExecuteAs}}
    | {CanExecuteAsAnyParty: {value: CanExecuteAsAnyParty}}
    | {CanReadAs: {value: CanReadAs}}
    | {CanReadAsAnyParty: {value: CanReadAsAnyParty}}
    | {Empty: Empty1}
    | {IdentityProviderAdmin: {value: IdentityProviderAdmin}}
    | {ParticipantAdmin: {value: ParticipantAdmin}}
    | {CanActAsAnyParty: {value: CanActAsAnyParty}};
}
export interface CanActAs {
  party: string;
}
export interface CanExecuteAs {
  party: string;
}
export interface CanExecuteAsAnyParty {}
export interface CanReadAs {
  party: string;
}
export interface CanReadAsAnyParty {}
export interface Empty1 {}
export interface IdentityProviderAdmin {}
export interface ParticipantAdmin {}
export interface CanActAsAnyParty {}
export interface Signature {
  format: string;
  signature: string;
  signedBy: string;
  signingAlgorithmSpec: string;
}
export interface VettedPackagesChange {
  operation?: {Empty: Empty2} | {Unvet: {value: Unvet}} | {Vet: {value: Vet}};
}
export interface Empty2 {}
export interface Unvet {
  packages: VettedPackagesRef[];
}
export interface VettedPackagesRef {
  packageId?: string;
  packageName?: string;
  packageVersion?: string;
}
export interface Vet {
  packages: VettedPackagesRef[];
  newValidFromInclusive?: string;
  newValidUntilExclusive?: string;
}
