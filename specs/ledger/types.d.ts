/** The schemas of the ledger document 3.5 that are named as `Body<'…'>`. `npm run generate` writes this file. */

export interface Schemas {
  CompletionStreamRequest: CompletionStreamRequest;
  CumulativeFilter: CumulativeFilter;
  EventFormat: EventFormat;
  FieldMask: FieldMask;
  GenerateExternalPartyTopologyRequest: GenerateExternalPartyTopologyRequest;
  GetUpdatesPageRequest: GetUpdatesPageRequest;
  IdentityProviderConfig: IdentityProviderConfig;
  Right: Right;
  Signature: Signature;
  SigningPublicKey: SigningPublicKey;
  TransactionFormat: TransactionFormat;
  UpdateFormat: UpdateFormat;
  UpdateVettedPackagesRequest: UpdateVettedPackagesRequest;
  User: User;
  VettedPackagesChange: VettedPackagesChange;
}
export interface CompletionStreamRequest {
  userId?: string;
  parties: string[];
  beginExclusive?: number;
}
export interface CumulativeFilter {
  identifierFilter?:
    | {
        Empty: Empty;
      }
    | {
        InterfaceFilter: InterfaceFilter;
      }
    | {
        TemplateFilter: TemplateFilter;
      }
    | {
        WildcardFilter: WildcardFilter;
      };
}
export interface Empty {}
export interface InterfaceFilter {
  value: InterfaceFilter1;
}
export interface InterfaceFilter1 {
  interfaceId: string;
  includeInterfaceView?: boolean;
  includeCreatedEventBlob?: boolean;
}
export interface TemplateFilter {
  value: TemplateFilter1;
}
export interface TemplateFilter1 {
  templateId: string;
  includeCreatedEventBlob?: boolean;
}
export interface WildcardFilter {
  value: WildcardFilter1;
}
export interface WildcardFilter1 {
  includeCreatedEventBlob?: boolean;
}
export interface EventFormat {
  filtersByParty?: Map_Filters;
  filtersForAnyParty?: Filters;
  verbose?: boolean;
}
export interface Map_Filters {
  [k: string]: Filters;
}
export interface Filters {
  cumulative?: CumulativeFilter[];
}
export interface FieldMask {
  paths?: string[];
  unknownFields: UnknownFieldSet;
}
export interface UnknownFieldSet {
  fields: Map_Int_Field;
}
export interface Map_Int_Field {
  [k: string]: Field;
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
    "TRANSACTION_SHAPE_UNSPECIFIED" | "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";
}
export interface TopologyFormat {
  includeParticipantAuthorizationEvents?: ParticipantAuthorizationTopologyFormat;
}
export interface ParticipantAuthorizationTopologyFormat {
  parties?: string[];
}
export interface IdentityProviderConfig {
  identityProviderId: string;
  isDeactivated?: boolean;
  issuer: string;
  jwksUrl: string;
  audience?: string;
}
export interface Right {
  kind?:
    | {
        CanActAs: CanActAs;
      }
    | {
        CanExecuteAs: CanExecuteAs;
      }
    | {
        CanExecuteAsAnyParty: CanExecuteAsAnyParty;
      }
    | {
        CanReadAs: CanReadAs;
      }
    | {
        CanReadAsAnyParty: CanReadAsAnyParty;
      }
    | {
        Empty: Empty1;
      }
    | {
        IdentityProviderAdmin: IdentityProviderAdmin;
      }
    | {
        ParticipantAdmin: ParticipantAdmin;
      };
}
export interface CanActAs {
  value: CanActAs1;
}
export interface CanActAs1 {
  party: string;
}
export interface CanExecuteAs {
  value: CanExecuteAs1;
}
export interface CanExecuteAs1 {
  party: string;
}
export interface CanExecuteAsAnyParty {
  value: CanExecuteAsAnyParty1;
}
export interface CanExecuteAsAnyParty1 {}
export interface CanReadAs {
  value: CanReadAs1;
}
export interface CanReadAs1 {
  party: string;
}
export interface CanReadAsAnyParty {
  value: CanReadAsAnyParty1;
}
export interface CanReadAsAnyParty1 {}
export interface Empty1 {}
export interface IdentityProviderAdmin {
  value: IdentityProviderAdmin1;
}
export interface IdentityProviderAdmin1 {}
export interface ParticipantAdmin {
  value: ParticipantAdmin1;
}
export interface ParticipantAdmin1 {}
export interface Signature {
  format: string;
  signature: string;
  signedBy: string;
  signingAlgorithmSpec: string;
}
export interface UpdateVettedPackagesRequest {
  changes: VettedPackagesChange[];
  dryRun?: boolean;
  synchronizerId?: string;
  expectedTopologySerial?: PriorTopologySerial;
  updateVettedPackagesForceFlags?: (
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES"
    | "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES"
  )[];
}
export interface VettedPackagesChange {
  operation?:
    | {
        Empty: Empty2;
      }
    | {
        Unvet: Unvet;
      }
    | {
        Vet: Vet;
      };
}
export interface Empty2 {}
export interface Unvet {
  value: Unvet1;
}
export interface Unvet1 {
  packages: VettedPackagesRef[];
}
export interface VettedPackagesRef {
  packageId?: string;
  packageName?: string;
  packageVersion?: string;
}
export interface Vet {
  value: Vet1;
}
export interface Vet1 {
  packages: VettedPackagesRef[];
  newValidFromInclusive?: string;
  newValidUntilExclusive?: string;
}
export interface PriorTopologySerial {
  serial?:
    | {
        Empty: Empty3;
      }
    | {
        NoPrior: NoPrior;
      }
    | {
        Prior: Prior;
      };
}
export interface Empty3 {}
export interface NoPrior {}
export interface Prior {
  value: number;
}
export interface User {
  id: string;
  primaryParty?: string;
  isDeactivated?: boolean;
  metadata?: ObjectMeta;
  identityProviderId?: string;
  primaryPartyAuthentication?: boolean;
}
export interface ObjectMeta {
  resourceVersion?: string;
  annotations?: Map_String;
}
export interface Map_String {
  [k: string]: string;
}
