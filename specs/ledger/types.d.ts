/** The schemas of the ledger document 3.5. `npm run generate` writes this file. */

export type Command =
  | {
      AssignCommand: AssignCommand;
    }
  | {
      Empty: Empty;
    }
  | {
      UnassignCommand: UnassignCommand;
    };
export type DeduplicationPeriod =
  | {
      DeduplicationDuration: DeduplicationDuration;
    }
  | {
      DeduplicationOffset: DeduplicationOffset;
    }
  | {
      Empty: Empty1;
    };
export type DeduplicationPeriod1 =
  | {
      DeduplicationDuration: DeduplicationDuration2;
    }
  | {
      DeduplicationOffset: DeduplicationOffset2;
    }
  | {
      Empty: Empty6;
    };
export type Tuple2_String_String = string[];
export type Update =
  | {
      OffsetCheckpoint: OffsetCheckpoint3;
    }
  | {
      Reassignment: Reassignment1;
    }
  | {
      TransactionTree: TransactionTree;
    };

export interface Schemas {
  AllocateExternalPartyRequest: AllocateExternalPartyRequest;
  AllocateExternalPartyResponse: AllocateExternalPartyResponse;
  AllocatePartyRequest: AllocatePartyRequest;
  AllocatePartyResponse: AllocatePartyResponse;
  ArchivedEvent: ArchivedEvent;
  AssignCommand: AssignCommand;
  AssignCommand1: AssignCommand1;
  CanActAs: CanActAs;
  CanActAs1: CanActAs1;
  CanExecuteAs: CanExecuteAs;
  CanExecuteAs1: CanExecuteAs1;
  CanExecuteAsAnyParty: CanExecuteAsAnyParty;
  CanExecuteAsAnyParty1: CanExecuteAsAnyParty1;
  CanReadAs: CanReadAs;
  CanReadAs1: CanReadAs1;
  CanReadAsAnyParty: CanReadAsAnyParty;
  CanReadAsAnyParty1: CanReadAsAnyParty1;
  Command:
    | {
        CreateAndExerciseCommand: CreateAndExerciseCommand;
      }
    | {
        CreateCommand: CreateCommand;
      }
    | {
        ExerciseByKeyCommand: ExerciseByKeyCommand;
      }
    | {
        ExerciseCommand: ExerciseCommand;
      };
  Command1: Command;
  Completion: Completion;
  Completion1: Completion1;
  CompletionResponse:
    | {
        Completion: Completion;
      }
    | {
        Empty: Empty2;
      }
    | {
        OffsetCheckpoint: OffsetCheckpoint;
      };
  CompletionStreamRequest: CompletionStreamRequest;
  CompletionStreamResponse: CompletionStreamResponse;
  ConnectedSynchronizer: ConnectedSynchronizer;
  CostEstimation: CostEstimation;
  CostEstimationHints: CostEstimationHints;
  CreateAndExerciseCommand: CreateAndExerciseCommand;
  CreateCommand: CreateCommand;
  CreateIdentityProviderConfigRequest: CreateIdentityProviderConfigRequest;
  CreateIdentityProviderConfigResponse: CreateIdentityProviderConfigResponse;
  CreateUserRequest: CreateUserRequest;
  CreateUserResponse: CreateUserResponse;
  CreatedEvent: CreatedEvent;
  CreatedTreeEvent: CreatedTreeEvent;
  CumulativeFilter: CumulativeFilter;
  DeduplicationDuration: DeduplicationDuration1;
  DeduplicationDuration1: DeduplicationDuration;
  DeduplicationDuration2: DeduplicationDuration2;
  DeduplicationOffset: DeduplicationOffset1;
  DeduplicationOffset1: DeduplicationOffset;
  DeduplicationOffset2: DeduplicationOffset2;
  DeduplicationPeriod:
    | {
        DeduplicationDuration: DeduplicationDuration1;
      }
    | {
        DeduplicationOffset: DeduplicationOffset1;
      }
    | {
        Empty: Empty5;
      };
  DeduplicationPeriod1: DeduplicationPeriod;
  DeduplicationPeriod2: DeduplicationPeriod1;
  DeleteIdentityProviderConfigResponse: DeleteIdentityProviderConfigResponse;
  DisclosedContract: DisclosedContract;
  Duration: Duration;
  Empty: Empty5;
  Empty1: Empty4;
  Empty10: Empty6;
  Empty2: Empty;
  Empty3: Empty1;
  Empty4: Empty2;
  Empty5: Empty7;
  Empty6: Empty8;
  Empty7: Empty9;
  Empty8: Empty3;
  Empty9: Empty10;
  Event:
    | {
        ArchivedEvent: ArchivedEvent;
      }
    | {
        CreatedEvent: CreatedEvent;
      }
    | {
        ExercisedEvent: ExercisedEvent;
      };
  EventFormat: EventFormat;
  ExecuteSubmissionAndWaitResponse: ExecuteSubmissionAndWaitResponse;
  ExecuteSubmissionResponse: ExecuteSubmissionResponse;
  ExerciseByKeyCommand: ExerciseByKeyCommand;
  ExerciseCommand: ExerciseCommand;
  ExercisedEvent: ExercisedEvent;
  ExercisedTreeEvent: ExercisedTreeEvent;
  ExperimentalCommandInspectionService: ExperimentalCommandInspectionService;
  ExperimentalFeatures: ExperimentalFeatures;
  ExperimentalStaticTime: ExperimentalStaticTime;
  FeaturesDescriptor: FeaturesDescriptor;
  Field: Field;
  FieldMask: FieldMask;
  Filters: Filters;
  GenerateExternalPartyTopologyRequest: GenerateExternalPartyTopologyRequest;
  GenerateExternalPartyTopologyResponse: GenerateExternalPartyTopologyResponse;
  GetActiveContractsRequest: GetActiveContractsRequest;
  GetConnectedSynchronizersResponse: GetConnectedSynchronizersResponse;
  GetContractRequest: GetContractRequest;
  GetContractResponse: GetContractResponse;
  GetEventsByContractIdRequest: GetEventsByContractIdRequest;
  GetIdentityProviderConfigResponse: GetIdentityProviderConfigResponse;
  GetLatestPrunedOffsetsResponse: GetLatestPrunedOffsetsResponse;
  GetLedgerApiVersionResponse: GetLedgerApiVersionResponse;
  GetLedgerEndResponse: GetLedgerEndResponse;
  GetPackageStatusResponse: GetPackageStatusResponse;
  GetParticipantIdResponse: GetParticipantIdResponse;
  GetPartiesResponse: GetPartiesResponse;
  GetPreferredPackageVersionResponse: GetPreferredPackageVersionResponse;
  GetPreferredPackagesRequest: GetPreferredPackagesRequest;
  GetPreferredPackagesResponse: GetPreferredPackagesResponse;
  GetTransactionByIdRequest: GetTransactionByIdRequest;
  GetTransactionByOffsetRequest: GetTransactionByOffsetRequest;
  GetUpdateByIdRequest: GetUpdateByIdRequest;
  GetUpdateByOffsetRequest: GetUpdateByOffsetRequest;
  GetUpdatesRequest: GetUpdatesRequest;
  GetUserResponse: GetUserResponse;
  GrantUserRightsRequest: GrantUserRightsRequest;
  GrantUserRightsResponse: GrantUserRightsResponse;
  IdentifierFilter:
    | {
        Empty: Empty4;
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
  IdentityProviderAdmin: IdentityProviderAdmin;
  IdentityProviderAdmin1: IdentityProviderAdmin1;
  IdentityProviderConfig: IdentityProviderConfig;
  InterfaceFilter: InterfaceFilter;
  InterfaceFilter1: InterfaceFilter1;
  JsActiveContract: JsActiveContract;
  JsArchived: JsArchived;
  JsAssignedEvent: JsAssignedEvent;
  JsAssignmentEvent: JsAssignmentEvent;
  JsCantonError: JsCantonError;
  JsCommands: JsCommands;
  JsContractEntry:
    | {
        JsActiveContract: JsActiveContract;
      }
    | {
        JsEmpty: JsEmpty;
      }
    | {
        JsIncompleteAssigned: JsIncompleteAssigned;
      }
    | {
        JsIncompleteUnassigned: JsIncompleteUnassigned;
      };
  JsCreated: JsCreated;
  JsEmpty: JsEmpty;
  JsExecuteSubmissionAndWaitForTransactionRequest: JsExecuteSubmissionAndWaitForTransactionRequest;
  JsExecuteSubmissionAndWaitForTransactionResponse: JsExecuteSubmissionAndWaitForTransactionResponse;
  JsExecuteSubmissionAndWaitRequest: JsExecuteSubmissionAndWaitRequest;
  JsExecuteSubmissionRequest: JsExecuteSubmissionRequest;
  JsGetActiveContractsResponse: JsGetActiveContractsResponse;
  JsGetEventsByContractIdResponse: JsGetEventsByContractIdResponse;
  JsGetTransactionResponse: JsGetTransactionResponse;
  JsGetTransactionTreeResponse: JsGetTransactionTreeResponse;
  JsGetUpdateResponse: JsGetUpdateResponse;
  JsGetUpdateTreesResponse: JsGetUpdateTreesResponse;
  JsGetUpdatesResponse: JsGetUpdatesResponse;
  JsIncompleteAssigned: JsIncompleteAssigned;
  JsIncompleteUnassigned: JsIncompleteUnassigned;
  JsInterfaceView: JsInterfaceView;
  JsPrepareSubmissionRequest: JsPrepareSubmissionRequest;
  JsPrepareSubmissionResponse: JsPrepareSubmissionResponse;
  JsReassignment: JsReassignment;
  JsReassignmentEvent:
    | {
        JsAssignmentEvent: JsAssignmentEvent;
      }
    | {
        JsUnassignedEvent: JsUnassignedEvent;
      };
  JsStatus: JsStatus;
  JsSubmitAndWaitForReassignmentResponse: JsSubmitAndWaitForReassignmentResponse;
  JsSubmitAndWaitForTransactionRequest: JsSubmitAndWaitForTransactionRequest;
  JsSubmitAndWaitForTransactionResponse: JsSubmitAndWaitForTransactionResponse;
  JsSubmitAndWaitForTransactionTreeResponse: JsSubmitAndWaitForTransactionTreeResponse;
  JsTopologyTransaction: JsTopologyTransaction;
  JsTransaction: JsTransaction;
  JsTransactionTree: JsTransactionTree;
  JsUnassignedEvent: JsUnassignedEvent;
  Kind:
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
        Empty: Empty3;
      }
    | {
        IdentityProviderAdmin: IdentityProviderAdmin;
      }
    | {
        ParticipantAdmin: ParticipantAdmin;
      };
  ListIdentityProviderConfigsResponse: ListIdentityProviderConfigsResponse;
  ListKnownPartiesResponse: ListKnownPartiesResponse;
  ListPackagesResponse: ListPackagesResponse;
  ListUserRightsResponse: ListUserRightsResponse;
  ListUsersResponse: ListUsersResponse;
  ListVettedPackagesRequest: ListVettedPackagesRequest;
  ListVettedPackagesResponse: ListVettedPackagesResponse;
  Map_Filters: Map_Filters;
  Map_Int_Field: Map_Int_Field;
  Map_Int_TreeEvent: Map_Int_TreeEvent;
  Map_String: Map_String;
  MinLedgerTime: MinLedgerTime;
  MinLedgerTimeAbs: MinLedgerTimeAbs;
  MinLedgerTimeRel: MinLedgerTimeRel;
  NoPrior: NoPrior;
  ObjectMeta: ObjectMeta;
  OffsetCheckpoint: OffsetCheckpoint;
  OffsetCheckpoint1: OffsetCheckpoint1;
  OffsetCheckpoint2: OffsetCheckpoint2;
  OffsetCheckpoint3: OffsetCheckpoint3;
  OffsetCheckpointFeature: OffsetCheckpointFeature;
  Operation:
    | {
        Empty: Empty7;
      }
    | {
        Unvet: Unvet;
      }
    | {
        Vet: Vet;
      };
  PackageFeature: PackageFeature;
  PackageMetadataFilter: PackageMetadataFilter;
  PackagePreference: PackagePreference;
  PackageReference: PackageReference;
  PackageVettingRequirement: PackageVettingRequirement;
  ParticipantAdmin: ParticipantAdmin;
  ParticipantAdmin1: ParticipantAdmin1;
  ParticipantAuthorizationAdded: ParticipantAuthorizationAdded;
  ParticipantAuthorizationAdded1: ParticipantAuthorizationAdded1;
  ParticipantAuthorizationChanged: ParticipantAuthorizationChanged;
  ParticipantAuthorizationChanged1: ParticipantAuthorizationChanged1;
  ParticipantAuthorizationRevoked: ParticipantAuthorizationRevoked;
  ParticipantAuthorizationRevoked1: ParticipantAuthorizationRevoked1;
  ParticipantAuthorizationTopologyFormat: ParticipantAuthorizationTopologyFormat;
  PartyDetails: PartyDetails;
  PartyManagementFeature: PartyManagementFeature;
  PartySignatures: PartySignatures;
  PrefetchContractKey: PrefetchContractKey;
  Prior: Prior;
  PriorTopologySerial: PriorTopologySerial;
  ProtoAny: ProtoAny;
  Reassignment: Reassignment;
  Reassignment1: Reassignment1;
  ReassignmentCommand: ReassignmentCommand;
  ReassignmentCommands: ReassignmentCommands;
  RevokeUserRightsRequest: RevokeUserRightsRequest;
  RevokeUserRightsResponse: RevokeUserRightsResponse;
  Right: Right;
  Serial:
    | {
        Empty: Empty8;
      }
    | {
        NoPrior: NoPrior;
      }
    | {
        Prior: Prior;
      };
  Signature: Signature;
  SignedTransaction: SignedTransaction;
  SigningPublicKey: SigningPublicKey;
  SinglePartySignatures: SinglePartySignatures;
  SubmitAndWaitForReassignmentRequest: SubmitAndWaitForReassignmentRequest;
  SubmitAndWaitResponse: SubmitAndWaitResponse;
  SubmitReassignmentRequest: SubmitReassignmentRequest;
  SubmitReassignmentResponse: SubmitReassignmentResponse;
  SubmitResponse: SubmitResponse;
  SynchronizerTime: SynchronizerTime;
  TemplateFilter: TemplateFilter;
  TemplateFilter1: TemplateFilter1;
  Time:
    | {
        Empty: Empty10;
      }
    | {
        MinLedgerTimeAbs: MinLedgerTimeAbs;
      }
    | {
        MinLedgerTimeRel: MinLedgerTimeRel;
      };
  TopologyEvent: TopologyEvent;
  TopologyEventEvent:
    | {
        Empty: Empty9;
      }
    | {
        ParticipantAuthorizationAdded: ParticipantAuthorizationAdded;
      }
    | {
        ParticipantAuthorizationChanged: ParticipantAuthorizationChanged;
      }
    | {
        ParticipantAuthorizationRevoked: ParticipantAuthorizationRevoked;
      }
    | {
        ParticipantAuthorizationOnboarding: ParticipantAuthorizationOnboarding;
      };
  TopologyFormat: TopologyFormat;
  TopologyStateFilter: TopologyStateFilter;
  TopologyTransaction: TopologyTransaction;
  TraceContext: TraceContext;
  Transaction: Transaction;
  TransactionFilter: TransactionFilter;
  TransactionFormat: TransactionFormat;
  TransactionTree: TransactionTree;
  TreeEvent:
    | {
        CreatedTreeEvent: CreatedTreeEvent;
      }
    | {
        ExercisedTreeEvent: ExercisedTreeEvent;
      };
  Tuple2_String_String: Tuple2_String_String;
  UnassignCommand: UnassignCommand;
  UnassignCommand1: UnassignCommand1;
  UnassignedEvent: UnassignedEvent;
  UnknownFieldSet: UnknownFieldSet;
  Unvet: Unvet;
  Unvet1: Unvet1;
  Update:
    | {
        OffsetCheckpoint: OffsetCheckpoint2;
      }
    | {
        Reassignment: Reassignment;
      }
    | {
        TopologyTransaction: TopologyTransaction;
      }
    | {
        Transaction: Transaction;
      };
  Update1: Update;
  UpdateFormat: UpdateFormat;
  UpdateIdentityProviderConfigRequest: UpdateIdentityProviderConfigRequest;
  UpdateIdentityProviderConfigResponse: UpdateIdentityProviderConfigResponse;
  UpdatePartyDetailsRequest: UpdatePartyDetailsRequest;
  UpdatePartyDetailsResponse: UpdatePartyDetailsResponse;
  UpdateUserIdentityProviderIdRequest: UpdateUserIdentityProviderIdRequest;
  UpdateUserIdentityProviderIdResponse: UpdateUserIdentityProviderIdResponse;
  UpdateUserRequest: UpdateUserRequest;
  UpdateUserResponse: UpdateUserResponse;
  UpdateVettedPackagesRequest: UpdateVettedPackagesRequest;
  UpdateVettedPackagesResponse: UpdateVettedPackagesResponse;
  UploadDarFileResponse: UploadDarFileResponse;
  User: User;
  UserManagementFeature: UserManagementFeature;
  Vet: Vet;
  Vet1: Vet1;
  VettedPackage: VettedPackage;
  VettedPackages: VettedPackages;
  VettedPackagesChange: VettedPackagesChange;
  VettedPackagesRef: VettedPackagesRef;
  WildcardFilter: WildcardFilter;
  WildcardFilter1: WildcardFilter1;
  GetActiveContractsPageRequest: GetActiveContractsPageRequest;
  JsGetActiveContractsPageResponse: JsGetActiveContractsPageResponse;
  GetUpdatesPageRequest: GetUpdatesPageRequest;
  JsGetUpdatesPageResponse: JsGetUpdatesPageResponse;
  ParticipantAuthorizationOnboarding: ParticipantAuthorizationOnboarding;
  ParticipantAuthorizationOnboarding1: ParticipantAuthorizationOnboarding1;
}
export interface AllocateExternalPartyRequest {
  synchronizer: string;
  onboardingTransactions: SignedTransaction[];
  multiHashSignatures?: Signature[];
  identityProviderId?: string;
  waitForAllocation?: boolean;
  userId?: string;
}
export interface SignedTransaction {
  transaction: string;
  signatures?: Signature[];
}
export interface Signature {
  format: string;
  signature: string;
  signedBy: string;
  signingAlgorithmSpec: string;
}
export interface AllocateExternalPartyResponse {
  partyId: string;
}
export interface AllocatePartyRequest {
  partyIdHint?: string;
  localMetadata?: ObjectMeta;
  identityProviderId?: string;
  synchronizerId?: string;
  userId?: string;
}
export interface ObjectMeta {
  resourceVersion?: string;
  annotations?: Map_String;
}
export interface Map_String {
  [k: string]: string;
}
export interface AllocatePartyResponse {
  partyDetails: PartyDetails;
}
export interface PartyDetails {
  party: string;
  isLocal?: boolean;
  localMetadata?: ObjectMeta;
  identityProviderId?: string;
}
export interface ArchivedEvent {
  offset: number;
  nodeId: number;
  contractId: string;
  templateId: string;
  witnessParties: string[];
  packageName: string;
  implementedInterfaces?: string[];
}
export interface AssignCommand {
  value: AssignCommand1;
}
export interface AssignCommand1 {
  reassignmentId: string;
  source: string;
  target: string;
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
export interface CreateAndExerciseCommand {
  templateId: string;
  createArguments: unknown;
  choice: string;
  choiceArgument: unknown;
}
export interface CreateCommand {
  templateId: string;
  createArguments: unknown;
}
export interface ExerciseByKeyCommand {
  templateId: string;
  contractKey: unknown;
  choice: string;
  choiceArgument: unknown;
}
export interface ExerciseCommand {
  templateId: string;
  contractId: string;
  choice: string;
  choiceArgument: unknown;
}
export interface Empty {}
export interface UnassignCommand {
  value: UnassignCommand1;
}
export interface UnassignCommand1 {
  contractId: string;
  source: string;
  target: string;
}
export interface Completion {
  value: Completion1;
}
export interface Completion1 {
  commandId: string;
  status?: JsStatus;
  updateId?: string;
  userId: string;
  actAs: string[];
  submissionId?: string;
  deduplicationPeriod?: DeduplicationPeriod;
  traceContext?: TraceContext;
  offset: number;
  synchronizerTime: SynchronizerTime;
  paidTrafficCost?: number;
}
export interface JsStatus {
  code: number;
  message: string;
  details?: ProtoAny[];
}
export interface ProtoAny {
  typeUrl: string;
  value: string;
  unknownFields: UnknownFieldSet;
  valueDecoded?: string;
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
export interface DeduplicationDuration {
  value: Duration;
}
export interface Duration {
  seconds: number;
  nanos: number;
  unknownFields?: UnknownFieldSet;
}
export interface DeduplicationOffset {
  value: number;
}
export interface Empty1 {}
export interface TraceContext {
  traceparent?: string;
  tracestate?: string;
}
export interface SynchronizerTime {
  synchronizerId: string;
  recordTime: string;
}
export interface Empty2 {}
export interface OffsetCheckpoint {
  value: OffsetCheckpoint1;
}
export interface OffsetCheckpoint1 {
  offset: number;
  synchronizerTimes?: SynchronizerTime[];
}
export interface CompletionStreamRequest {
  userId?: string;
  parties: string[];
  beginExclusive?: number;
}
export interface CompletionStreamResponse {
  completionResponse?:
    | {
        Completion: Completion;
      }
    | {
        Empty: Empty2;
      }
    | {
        OffsetCheckpoint: OffsetCheckpoint;
      };
}
export interface ConnectedSynchronizer {
  synchronizerAlias: string;
  synchronizerId: string;
  permission?:
    | "PARTICIPANT_PERMISSION_UNSPECIFIED"
    | "PARTICIPANT_PERMISSION_SUBMISSION"
    | "PARTICIPANT_PERMISSION_CONFIRMATION"
    | "PARTICIPANT_PERMISSION_OBSERVATION";
}
export interface CostEstimation {
  estimationTimestamp: string;
  confirmationRequestTrafficCostEstimation: number;
  confirmationResponseTrafficCostEstimation: number;
  totalTrafficCostEstimation: number;
}
export interface CostEstimationHints {
  disabled?: boolean;
  expectedSignatures?: (
    | "SIGNING_ALGORITHM_SPEC_UNSPECIFIED"
    | "SIGNING_ALGORITHM_SPEC_ED25519"
    | "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256"
    | "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384"
  )[];
}
export interface CreateIdentityProviderConfigRequest {
  identityProviderConfig: IdentityProviderConfig;
}
export interface IdentityProviderConfig {
  identityProviderId: string;
  isDeactivated?: boolean;
  issuer: string;
  jwksUrl: string;
  audience?: string;
}
export interface CreateIdentityProviderConfigResponse {
  identityProviderConfig: IdentityProviderConfig;
}
export interface CreateUserRequest {
  user: User;
  rights?: Right[];
}
export interface User {
  id: string;
  primaryParty?: string;
  isDeactivated?: boolean;
  metadata?: ObjectMeta;
  identityProviderId?: string;
  primaryPartyAuthentication?: boolean;
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
        Empty: Empty3;
      }
    | {
        IdentityProviderAdmin: IdentityProviderAdmin;
      }
    | {
        ParticipantAdmin: ParticipantAdmin;
      };
}
export interface Empty3 {}
export interface IdentityProviderAdmin {
  value: IdentityProviderAdmin1;
}
export interface IdentityProviderAdmin1 {}
export interface ParticipantAdmin {
  value: ParticipantAdmin1;
}
export interface ParticipantAdmin1 {}
export interface CreateUserResponse {
  user: User;
}
export interface CreatedEvent {
  offset: number;
  nodeId: number;
  contractId: string;
  templateId: string;
  contractKey?: unknown;
  createArgument: unknown;
  createdEventBlob?: string;
  interfaceViews?: JsInterfaceView[];
  witnessParties: string[];
  signatories: string[];
  observers?: string[];
  createdAt: string;
  packageName: string;
  representativePackageId: string;
  acsDelta: boolean;
  contractKeyHash?: string;
}
export interface JsInterfaceView {
  interfaceId: string;
  viewStatus: JsStatus;
  viewValue?: unknown;
  implementationPackageId?: string;
}
export interface CreatedTreeEvent {
  value: CreatedEvent;
}
export interface CumulativeFilter {
  identifierFilter?:
    | {
        Empty: Empty4;
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
export interface Empty4 {}
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
export interface DeduplicationDuration1 {
  value: Duration;
}
export interface DeduplicationDuration2 {
  value: Duration;
}
export interface DeduplicationOffset1 {
  value: number;
}
export interface DeduplicationOffset2 {
  value: number;
}
export interface Empty5 {}
export interface Empty6 {}
export interface DeleteIdentityProviderConfigResponse {}
export interface DisclosedContract {
  templateId?: string;
  contractId?: string;
  createdEventBlob: string;
  synchronizerId?: string;
}
export interface Empty7 {}
export interface Empty8 {}
export interface Empty9 {}
export interface Empty10 {}
export interface ExercisedEvent {
  offset: number;
  nodeId: number;
  contractId: string;
  templateId: string;
  interfaceId?: string;
  choice: string;
  choiceArgument: unknown;
  actingParties: string[];
  consuming: boolean;
  witnessParties: string[];
  lastDescendantNodeId: number;
  exerciseResult?: unknown;
  packageName: string;
  implementedInterfaces?: string[];
  acsDelta: boolean;
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
export interface ExecuteSubmissionAndWaitResponse {
  updateId: string;
  completionOffset: number;
}
export interface ExecuteSubmissionResponse {}
export interface ExercisedTreeEvent {
  value: ExercisedEvent;
}
export interface ExperimentalCommandInspectionService {
  supported: boolean;
}
export interface ExperimentalFeatures {
  staticTime?: ExperimentalStaticTime;
  commandInspectionService?: ExperimentalCommandInspectionService;
}
export interface ExperimentalStaticTime {
  supported: boolean;
}
export interface FeaturesDescriptor {
  experimental: ExperimentalFeatures;
  userManagement: UserManagementFeature;
  partyManagement: PartyManagementFeature;
  offsetCheckpoint: OffsetCheckpointFeature;
  packageFeature: PackageFeature;
}
export interface UserManagementFeature {
  supported: boolean;
  maxRightsPerUser: number;
  maxUsersPageSize: number;
}
export interface PartyManagementFeature {
  maxPartiesPageSize: number;
}
export interface OffsetCheckpointFeature {
  maxOffsetCheckpointEmissionDelay: Duration;
}
export interface PackageFeature {
  maxVettedPackagesPageSize: number;
}
export interface FieldMask {
  paths?: string[];
  unknownFields: UnknownFieldSet;
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
export interface GenerateExternalPartyTopologyResponse {
  partyId: string;
  publicKeyFingerprint: string;
  topologyTransactions: string[];
  multiHash: string;
}
export interface GetActiveContractsRequest {
  filter?: TransactionFilter;
  verbose?: boolean;
  activeAtOffset: number;
  eventFormat?: EventFormat;
  streamContinuationToken?: string;
}
export interface TransactionFilter {
  filtersByParty?: Map_Filters;
  filtersForAnyParty?: Filters;
}
export interface GetConnectedSynchronizersResponse {
  connectedSynchronizers?: ConnectedSynchronizer[];
}
export interface GetContractRequest {
  contractId: string;
  queryingParties?: string[];
}
export interface GetContractResponse {
  createdEvent: CreatedEvent;
}
export interface GetEventsByContractIdRequest {
  contractId: string;
  eventFormat: EventFormat;
}
export interface GetIdentityProviderConfigResponse {
  identityProviderConfig: IdentityProviderConfig;
}
export interface GetLatestPrunedOffsetsResponse {
  participantPrunedUpToInclusive?: number;
  allDivulgedContractsPrunedUpToInclusive?: number;
}
export interface GetLedgerApiVersionResponse {
  version: string;
  features: FeaturesDescriptor;
}
export interface GetLedgerEndResponse {
  offset?: number;
}
export interface GetPackageStatusResponse {
  packageStatus: "PACKAGE_STATUS_UNSPECIFIED" | "PACKAGE_STATUS_REGISTERED";
}
export interface GetParticipantIdResponse {
  participantId: string;
}
export interface GetPartiesResponse {
  partyDetails: PartyDetails[];
}
export interface GetPreferredPackageVersionResponse {
  packagePreference?: PackagePreference;
}
export interface PackagePreference {
  packageReference: PackageReference;
  synchronizerId: string;
}
export interface PackageReference {
  packageId: string;
  packageName: string;
  packageVersion: string;
}
export interface GetPreferredPackagesRequest {
  packageVettingRequirements: PackageVettingRequirement[];
  synchronizerId?: string;
  vettingValidAt?: string;
}
export interface PackageVettingRequirement {
  parties: string[];
  packageName: string;
}
export interface GetPreferredPackagesResponse {
  packageReferences: PackageReference[];
  synchronizerId: string;
}
export interface GetTransactionByIdRequest {
  updateId: string;
  requestingParties?: string[];
  transactionFormat?: TransactionFormat;
}
export interface TransactionFormat {
  eventFormat: EventFormat;
  transactionShape:
    "TRANSACTION_SHAPE_UNSPECIFIED" | "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";
}
export interface GetTransactionByOffsetRequest {
  offset: number;
  requestingParties?: string[];
  transactionFormat?: TransactionFormat;
}
export interface GetUpdateByIdRequest {
  updateId: string;
  updateFormat: UpdateFormat;
}
export interface UpdateFormat {
  includeTransactions?: TransactionFormat;
  includeReassignments?: EventFormat;
  includeTopologyEvents?: TopologyFormat;
}
export interface TopologyFormat {
  includeParticipantAuthorizationEvents?: ParticipantAuthorizationTopologyFormat;
}
export interface ParticipantAuthorizationTopologyFormat {
  parties?: string[];
}
export interface GetUpdateByOffsetRequest {
  offset: number;
  updateFormat: UpdateFormat;
}
export interface GetUpdatesRequest {
  beginExclusive: number;
  endInclusive?: number;
  filter?: TransactionFilter;
  verbose?: boolean;
  updateFormat?: UpdateFormat;
  descendingOrder?: boolean;
}
export interface GetUserResponse {
  user: User;
}
export interface GrantUserRightsRequest {
  userId: string;
  rights?: Right[];
  identityProviderId?: string;
}
export interface GrantUserRightsResponse {
  newlyGrantedRights?: Right[];
}
export interface JsActiveContract {
  createdEvent: CreatedEvent;
  synchronizerId: string;
  reassignmentCounter: number;
}
export interface JsArchived {
  archivedEvent: ArchivedEvent;
  synchronizerId: string;
}
export interface JsAssignedEvent {
  source: string;
  target: string;
  reassignmentId: string;
  submitter?: string;
  reassignmentCounter: number;
  createdEvent: CreatedEvent;
}
export interface JsAssignmentEvent {
  source: string;
  target: string;
  reassignmentId: string;
  submitter: string;
  reassignmentCounter: number;
  createdEvent: CreatedEvent;
}
export interface JsCantonError {
  code: string;
  cause: string;
  correlationId?: string;
  traceId?: string;
  context: Map_String;
  resources?: Tuple2_String_String[];
  errorCategory: number;
  grpcCodeValue?: number;
  retryInfo?: string;
  definiteAnswer?: boolean;
}
export interface JsCommands {
  commands: (
    | {
        CreateAndExerciseCommand: CreateAndExerciseCommand;
      }
    | {
        CreateCommand: CreateCommand;
      }
    | {
        ExerciseByKeyCommand: ExerciseByKeyCommand;
      }
    | {
        ExerciseCommand: ExerciseCommand;
      }
  )[];
  commandId: string;
  actAs: string[];
  userId?: string;
  readAs?: string[];
  workflowId?: string;
  deduplicationPeriod?:
    | {
        DeduplicationDuration: DeduplicationDuration1;
      }
    | {
        DeduplicationOffset: DeduplicationOffset1;
      }
    | {
        Empty: Empty5;
      };
  minLedgerTimeAbs?: string;
  minLedgerTimeRel?: Duration;
  submissionId?: string;
  disclosedContracts?: DisclosedContract[];
  synchronizerId?: string;
  packageIdSelectionPreference?: string[];
  prefetchContractKeys?: PrefetchContractKey[];
  tapsMaxPasses?: number;
}
export interface PrefetchContractKey {
  templateId: string;
  contractKey: unknown;
}
export interface JsEmpty {}
export interface JsIncompleteAssigned {
  assignedEvent: JsAssignedEvent;
}
export interface JsIncompleteUnassigned {
  createdEvent: CreatedEvent;
  unassignedEvent: UnassignedEvent;
}
export interface UnassignedEvent {
  reassignmentId: string;
  contractId: string;
  templateId: string;
  source: string;
  target: string;
  submitter?: string;
  reassignmentCounter: number;
  assignmentExclusivity?: string;
  witnessParties: string[];
  packageName: string;
  offset: number;
  nodeId: number;
}
export interface JsCreated {
  createdEvent: CreatedEvent;
  synchronizerId: string;
}
export interface JsExecuteSubmissionAndWaitForTransactionRequest {
  preparedTransaction: string;
  partySignatures: PartySignatures;
  deduplicationPeriod?: DeduplicationPeriod1;
  submissionId: string;
  userId?: string;
  hashingSchemeVersion:
    "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";
  minLedgerTime?: MinLedgerTime;
  transactionFormat?: TransactionFormat;
}
export interface PartySignatures {
  signatures: SinglePartySignatures[];
}
export interface SinglePartySignatures {
  party: string;
  signatures: Signature[];
}
export interface MinLedgerTime {
  time?:
    | {
        Empty: Empty10;
      }
    | {
        MinLedgerTimeAbs: MinLedgerTimeAbs;
      }
    | {
        MinLedgerTimeRel: MinLedgerTimeRel;
      };
}
export interface MinLedgerTimeAbs {
  value: string;
}
export interface MinLedgerTimeRel {
  value: Duration;
}
export interface JsExecuteSubmissionAndWaitForTransactionResponse {
  transaction: JsTransaction;
}
export interface JsTransaction {
  updateId: string;
  commandId?: string;
  workflowId?: string;
  effectiveAt: string;
  events: (
    | {
        ArchivedEvent: ArchivedEvent;
      }
    | {
        CreatedEvent: CreatedEvent;
      }
    | {
        ExercisedEvent: ExercisedEvent;
      }
  )[];
  offset: number;
  synchronizerId: string;
  traceContext?: TraceContext;
  recordTime: string;
  externalTransactionHash?: string;
  paidTrafficCost?: number;
}
export interface JsExecuteSubmissionAndWaitRequest {
  preparedTransaction: string;
  partySignatures: PartySignatures;
  deduplicationPeriod?: DeduplicationPeriod1;
  submissionId: string;
  userId?: string;
  hashingSchemeVersion:
    "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";
  minLedgerTime?: MinLedgerTime;
}
export interface JsExecuteSubmissionRequest {
  preparedTransaction: string;
  partySignatures: PartySignatures;
  deduplicationPeriod?: DeduplicationPeriod1;
  submissionId: string;
  userId?: string;
  hashingSchemeVersion:
    "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";
  minLedgerTime?: MinLedgerTime;
}
export interface JsGetActiveContractsResponse {
  workflowId?: string;
  contractEntry?:
    | {
        JsActiveContract: JsActiveContract;
      }
    | {
        JsEmpty: JsEmpty;
      }
    | {
        JsIncompleteAssigned: JsIncompleteAssigned;
      }
    | {
        JsIncompleteUnassigned: JsIncompleteUnassigned;
      };
  streamContinuationToken?: string;
}
export interface JsGetEventsByContractIdResponse {
  created?: JsCreated;
  archived?: JsArchived;
}
export interface JsGetTransactionResponse {
  transaction: JsTransaction;
}
export interface JsGetTransactionTreeResponse {
  transaction: JsTransactionTree;
}
export interface JsTransactionTree {
  updateId: string;
  commandId?: string;
  workflowId?: string;
  effectiveAt: string;
  offset: number;
  eventsById: Map_Int_TreeEvent;
  synchronizerId: string;
  traceContext?: TraceContext;
  recordTime: string;
}
export interface Map_Int_TreeEvent {
  [k: string]:
    | {
        CreatedTreeEvent: CreatedTreeEvent;
      }
    | {
        ExercisedTreeEvent: ExercisedTreeEvent;
      };
}
export interface JsGetUpdateResponse {
  update?:
    | {
        OffsetCheckpoint: OffsetCheckpoint2;
      }
    | {
        Reassignment: Reassignment;
      }
    | {
        TopologyTransaction: TopologyTransaction;
      }
    | {
        Transaction: Transaction;
      };
}
export interface OffsetCheckpoint2 {
  value: OffsetCheckpoint1;
}
export interface Reassignment {
  value: JsReassignment;
}
export interface JsReassignment {
  updateId: string;
  commandId?: string;
  workflowId?: string;
  offset: number;
  events: (
    | {
        JsAssignmentEvent: JsAssignmentEvent;
      }
    | {
        JsUnassignedEvent: JsUnassignedEvent;
      }
  )[];
  traceContext?: TraceContext;
  recordTime: string;
  synchronizerId: string;
  paidTrafficCost?: number;
}
export interface JsUnassignedEvent {
  value: UnassignedEvent;
}
export interface TopologyTransaction {
  value: JsTopologyTransaction;
}
export interface JsTopologyTransaction {
  updateId: string;
  offset: number;
  synchronizerId: string;
  recordTime: string;
  events: TopologyEvent[];
  traceContext?: TraceContext;
}
export interface TopologyEvent {
  event?:
    | {
        Empty: Empty9;
      }
    | {
        ParticipantAuthorizationAdded: ParticipantAuthorizationAdded;
      }
    | {
        ParticipantAuthorizationChanged: ParticipantAuthorizationChanged;
      }
    | {
        ParticipantAuthorizationRevoked: ParticipantAuthorizationRevoked;
      }
    | {
        ParticipantAuthorizationOnboarding: ParticipantAuthorizationOnboarding;
      };
}
export interface ParticipantAuthorizationAdded {
  value: ParticipantAuthorizationAdded1;
}
export interface ParticipantAuthorizationAdded1 {
  partyId: string;
  participantId: string;
  participantPermission:
    | "PARTICIPANT_PERMISSION_UNSPECIFIED"
    | "PARTICIPANT_PERMISSION_SUBMISSION"
    | "PARTICIPANT_PERMISSION_CONFIRMATION"
    | "PARTICIPANT_PERMISSION_OBSERVATION";
}
export interface ParticipantAuthorizationChanged {
  value: ParticipantAuthorizationChanged1;
}
export interface ParticipantAuthorizationChanged1 {
  partyId: string;
  participantId: string;
  participantPermission:
    | "PARTICIPANT_PERMISSION_UNSPECIFIED"
    | "PARTICIPANT_PERMISSION_SUBMISSION"
    | "PARTICIPANT_PERMISSION_CONFIRMATION"
    | "PARTICIPANT_PERMISSION_OBSERVATION";
}
export interface ParticipantAuthorizationRevoked {
  value: ParticipantAuthorizationRevoked1;
}
export interface ParticipantAuthorizationRevoked1 {
  partyId: string;
  participantId: string;
}
export interface ParticipantAuthorizationOnboarding {
  value: ParticipantAuthorizationOnboarding1;
}
export interface ParticipantAuthorizationOnboarding1 {
  partyId: string;
  participantId: string;
  participantPermission:
    | "PARTICIPANT_PERMISSION_UNSPECIFIED"
    | "PARTICIPANT_PERMISSION_SUBMISSION"
    | "PARTICIPANT_PERMISSION_CONFIRMATION"
    | "PARTICIPANT_PERMISSION_OBSERVATION";
}
export interface Transaction {
  value: JsTransaction;
}
export interface JsGetUpdateTreesResponse {
  update?: Update;
}
export interface OffsetCheckpoint3 {
  value: OffsetCheckpoint1;
}
export interface Reassignment1 {
  value: JsReassignment;
}
export interface TransactionTree {
  value: JsTransactionTree;
}
export interface JsGetUpdatesResponse {
  update?:
    | {
        OffsetCheckpoint: OffsetCheckpoint2;
      }
    | {
        Reassignment: Reassignment;
      }
    | {
        TopologyTransaction: TopologyTransaction;
      }
    | {
        Transaction: Transaction;
      };
}
export interface JsPrepareSubmissionRequest {
  userId?: string;
  commandId: string;
  commands: (
    | {
        CreateAndExerciseCommand: CreateAndExerciseCommand;
      }
    | {
        CreateCommand: CreateCommand;
      }
    | {
        ExerciseByKeyCommand: ExerciseByKeyCommand;
      }
    | {
        ExerciseCommand: ExerciseCommand;
      }
  )[];
  minLedgerTime?: MinLedgerTime;
  actAs: string[];
  readAs?: string[];
  disclosedContracts?: DisclosedContract[];
  synchronizerId?: string;
  packageIdSelectionPreference?: string[];
  verboseHashing?: boolean;
  prefetchContractKeys?: PrefetchContractKey[];
  maxRecordTime?: string;
  estimateTrafficCost?: CostEstimationHints;
  tapsMaxPasses?: number;
  hashingSchemeVersion?:
    "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";
}
export interface JsPrepareSubmissionResponse {
  preparedTransaction: string;
  preparedTransactionHash: string;
  hashingSchemeVersion:
    "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";
  hashingDetails?: string;
  costEstimation?: CostEstimation;
}
export interface JsSubmitAndWaitForReassignmentResponse {
  reassignment: JsReassignment;
}
export interface JsSubmitAndWaitForTransactionRequest {
  commands: JsCommands;
  transactionFormat?: TransactionFormat;
}
export interface JsSubmitAndWaitForTransactionResponse {
  transaction: JsTransaction;
}
export interface JsSubmitAndWaitForTransactionTreeResponse {
  transactionTree?: JsTransactionTree;
}
export interface ListIdentityProviderConfigsResponse {
  identityProviderConfigs: IdentityProviderConfig[];
}
export interface ListKnownPartiesResponse {
  partyDetails: PartyDetails[];
  nextPageToken?: string;
}
export interface ListPackagesResponse {
  packageIds: string[];
}
export interface ListUserRightsResponse {
  rights?: Right[];
}
export interface ListUsersResponse {
  users?: User[];
  nextPageToken?: string;
}
export interface ListVettedPackagesRequest {
  packageMetadataFilter?: PackageMetadataFilter;
  topologyStateFilter?: TopologyStateFilter;
  pageToken?: string;
  pageSize?: number;
}
export interface PackageMetadataFilter {
  packageIds?: string[];
  packageNamePrefixes?: string[];
}
export interface TopologyStateFilter {
  participantIds?: string[];
  synchronizerIds?: string[];
}
export interface ListVettedPackagesResponse {
  vettedPackages?: VettedPackages[];
  nextPageToken?: string;
}
export interface VettedPackages {
  packages: VettedPackage[];
  participantId: string;
  synchronizerId: string;
  topologySerial: number;
}
export interface VettedPackage {
  packageId: string;
  validFromInclusive?: string;
  validUntilExclusive?: string;
  packageName?: string;
  packageVersion?: string;
}
export interface NoPrior {}
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
export interface Prior {
  value: number;
}
export interface PriorTopologySerial {
  serial?:
    | {
        Empty: Empty8;
      }
    | {
        NoPrior: NoPrior;
      }
    | {
        Prior: Prior;
      };
}
export interface ReassignmentCommand {
  command?: Command;
}
export interface ReassignmentCommands {
  workflowId?: string;
  userId?: string;
  commandId: string;
  submitter: string;
  submissionId?: string;
  commands: ReassignmentCommand[];
}
export interface RevokeUserRightsRequest {
  userId: string;
  rights?: Right[];
  identityProviderId?: string;
}
export interface RevokeUserRightsResponse {
  newlyRevokedRights?: Right[];
}
export interface SubmitAndWaitForReassignmentRequest {
  reassignmentCommands: ReassignmentCommands;
  eventFormat?: EventFormat;
}
export interface SubmitAndWaitResponse {
  updateId: string;
  completionOffset: number;
}
export interface SubmitReassignmentRequest {
  reassignmentCommands: ReassignmentCommands;
}
export interface SubmitReassignmentResponse {}
export interface SubmitResponse {}
export interface UpdateIdentityProviderConfigRequest {
  identityProviderConfig: IdentityProviderConfig;
  updateMask: FieldMask;
}
export interface UpdateIdentityProviderConfigResponse {
  identityProviderConfig: IdentityProviderConfig;
}
export interface UpdatePartyDetailsRequest {
  partyDetails: PartyDetails;
  updateMask: FieldMask;
}
export interface UpdatePartyDetailsResponse {
  partyDetails: PartyDetails;
}
export interface UpdateUserIdentityProviderIdRequest {
  userId: string;
  sourceIdentityProviderId?: string;
  targetIdentityProviderId?: string;
}
export interface UpdateUserIdentityProviderIdResponse {}
export interface UpdateUserRequest {
  user: User;
  updateMask: FieldMask;
}
export interface UpdateUserResponse {
  user: User;
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
        Empty: Empty7;
      }
    | {
        Unvet: Unvet;
      }
    | {
        Vet: Vet;
      };
}
export interface UpdateVettedPackagesResponse {
  pastVettedPackages?: VettedPackages;
  newVettedPackages: VettedPackages;
}
export interface UploadDarFileResponse {}
export interface GetActiveContractsPageRequest {
  activeAtOffset?: number;
  eventFormat: EventFormat;
  maxPageSize?: number;
  pageToken?: string;
}
export interface JsGetActiveContractsPageResponse {
  activeContracts: JsGetActiveContractsResponse[];
  activeAtOffset: number;
  nextPageToken?: string;
}
export interface GetUpdatesPageRequest {
  beginOffsetExclusive?: number;
  endOffsetInclusive?: number;
  maxPageSize?: number;
  updateFormat: UpdateFormat;
  descendingOrder?: boolean;
  pageToken?: string;
}
export interface JsGetUpdatesPageResponse {
  updates?: JsGetUpdateResponse[];
  lowestPageOffsetExclusive: number;
  highestPageOffsetInclusive: number;
  nextPageToken?: string;
}
